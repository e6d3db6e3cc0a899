/** A small mail server: takes what it is given, or hangs, or refuses. */
import { createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

interface ReceivedMail {
  from: string;
  to: string;
  /** Header lines, unfolded. */
  head: string;
  /** Decoded. */
  text: string;
}

export interface SmtpServer {
  port: number;
  mails: ReceivedMail[];
  /** Every line that clients sent outside a mail's text. */
  lines: string[];
  /** `hang` greets nobody; `refuse` takes no recipient, and says whom it refuses. */
  behave: (how: "well" | "hang" | "refuse") => void;
  close: () => Promise<void>;
}

export async function startSmtpServer(): Promise<SmtpServer> {
  const mails: ReceivedMail[] = [];
  const lines: string[] = [];
  const sockets = new Set<Socket>();
  let how: "well" | "hang" | "refuse" = "well";

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    if (how === "hang") return;
    const say = (line: string) => socket.write(`${line}\r\n`);
    let rest = "";
    let data: string[] | undefined;
    let from = "";
    let to = "";
    const onLine = (line: string) => {
      if (data !== undefined) {
        if (line !== ".") return void data.push(line.replace(/^\./, ""));
        mails.push({ from, to, ...parse(data) });
        data = undefined;
        return say("250 taken");
      }
      lines.push(line);
      const address = /<(.*?)>/.exec(line)?.[1] ?? "";
      if (/^EHLO/i.test(line)) return say("250-stand-in\r\n250 AUTH PLAIN");
      if (/^STARTTLS/i.test(line)) return say("502 not here");
      if (/^AUTH/i.test(line)) return say("235 welcome");
      if (/^MAIL/i.test(line)) from = address;
      if (/^RCPT/i.test(line)) {
        if (how === "refuse") return say(`550 5.1.1 <${address}> is not known here`);
        to = address;
      }
      if (/^DATA/i.test(line)) {
        data = [];
        return say("354 go on");
      }
      if (/^QUIT/i.test(line)) return void socket.end("221 bye\r\n");
      return say("250 ok");
    };
    socket.on("data", (chunk) => {
      rest += chunk.toString("latin1");
      const whole = rest.split("\r\n");
      rest = whole.pop() ?? "";
      whole.forEach(onLine);
    });
    say("220 stand-in");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));

  return {
    port: (server.address() as AddressInfo).port, // a TCP server's address, not a pipe's
    mails,
    lines,
    behave: (next) => {
      how = next;
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function parse(data: string[]): { head: string; text: string } {
  const end = data.indexOf("");
  const head = data.slice(0, end).join("\n").replace(/\n\s+/g, " ");
  const body = data.slice(end + 1).join("\n");
  if (!/^content-transfer-encoding: quoted-printable/im.test(head)) return { head, text: body };
  const bytes = body
    .replace(/=\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return { head, text: Buffer.from(bytes, "latin1").toString("utf8") };
}
