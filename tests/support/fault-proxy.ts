/** The line between a browser and a server: a TCP proxy that cuts, swallows, delays and answers by itself. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * `open`: everything passes. `cut`: no connection. `hang`: connections are taken and nothing ever passes. `portal`:
 * every request gets a page that says 200, as before one has accepted the terms of a hotel.
 */
type FaultProxyState = "open" | "cut" | "hang" | "portal";

/** What befalls single requests. */
interface Mishap {
  /** Tested against the request's line and headers. */
  request: RegExp;
  /** How many requests; all when absent. One that the page gives up before its answer is not counted. */
  times?: number;
  /** `lose`: it arrives, its answer does not. `cut`: it does not arrive. Or an answer in place of the server's. */
  fate?: "lose" | "cut" | { status: number; body?: string; headers?: Record<string, string> };
  /** The server's answer is held back until then. */
  until?: Promise<unknown>;
}

interface PlannedMishap {
  mishap: Mishap;
  left: number;
}

export interface SeenRequest {
  /** Method and path. */
  what: string;
  /** Idempotency-Key. */
  key: string | undefined;
}

export interface FaultProxy {
  /** Where the browser goes. */
  url: string;
  /** All requests that came, in order. */
  requests: SeenRequest[];
  set(state: FaultProxyState): void;
  mishap(mishap: Mishap): void;
  /** How many answers are being held back. */
  held(): number;
  /** Ends all mishaps. */
  heal(): void;
  close(): Promise<void>;
}

/** The requests whose method and path match. */
export const seen = ({ requests }: FaultProxy, pattern: RegExp): SeenRequest[] =>
  requests.filter(({ what }) => pattern.test(what));

/** @param to port of the server on this machine; asked at every connection */
export async function openFaultProxy(port: number, to: () => number): Promise<FaultProxy> {
  let state: FaultProxyState = "open";
  let mishaps: PlannedMishap[] = [];
  const requests: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  let held = 0;

  const take = (head: string): PlannedMishap | undefined => {
    const found = mishaps.find(({ mishap, left }) => left > 0 && mishap.request.test(head));
    if (found !== undefined) found.left -= 1;
    return found;
  };

  const server = createServer((client) => {
    sockets.add(client);
    client.on("error", () => {}).on("close", () => sockets.delete(client));
    if (state === "cut") client.destroy();
    else if (state === "portal") client.on("data", () => client.end(answer(portalPage)));
    else if (state === "open") pass(client);
  });

  function pass(client: Socket): void {
    const upstream = connect(to(), "127.0.0.1");
    sockets.add(upstream);
    /** Of the request whose answer has not come. */
    let planned: PlannedMishap | undefined;
    upstream
      .on("error", () => client.destroy())
      .on("close", () => {
        sockets.delete(upstream);
        client.destroy();
      });
    client.on("close", () => {
      upstream.destroy();
      if (planned !== undefined && planned.mishap.fate === undefined) planned.left += 1;
    });
    client.on("data", (bytes) => {
      const head = bytes.toString("latin1");
      const [, what] = /^([A-Z]+ \/\S*) HTTP\/1\.1/.exec(head) ?? [];
      if (what !== undefined) {
        requests.push({ what, key: /^idempotency-key: (\S+)/im.exec(head)?.[1] });
        planned = take(head);
      }
      const fate = planned?.mishap.fate;
      if (fate === "cut") client.destroy();
      else if (typeof fate === "object") client.end(answer(fate));
      else upstream.write(bytes);
    });
    upstream.on("data", (bytes) => {
      const { fate, until } = planned?.mishap ?? {};
      planned = undefined;
      // With a head: without one Chromium sends the request again by itself, up to three times.
      if (fate === "lose") client.end(headOnly);
      else if (until === undefined) client.write(bytes);
      else void hold(until, upstream, () => client.write(bytes));
    });
  }

  async function hold(until: Promise<unknown>, upstream: Socket, pass: () => void) {
    held += 1;
    upstream.pause();
    await until;
    held -= 1;
    pass();
    upstream.resume();
  }

  await once(server.listen(port, "127.0.0.1"), "listening");
  const bound = server.address() as AddressInfo; // a TCP server's address, not a pipe's
  return {
    url: `http://localhost:${bound.port}`,
    requests,
    set(next) {
      state = next;
      for (const socket of sockets) socket.destroy();
    },
    mishap: (next) => void mishaps.push({ mishap: next, left: next.times ?? Infinity }),
    held: () => held,
    heal() {
      mishaps = [];
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

const headOnly = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9999\r\n\r\n";
const portalPage = { status: 200, body: "<!doctype html><title>Welcome to the hotel</title>" };

function answer({ status, body = "", headers = {} }: Exclude<Mishap["fate"], string | undefined>) {
  const lines = Object.entries({
    "content-type": "text/html",
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} -\r\n${lines.join("")}\r\n${body}`;
}
