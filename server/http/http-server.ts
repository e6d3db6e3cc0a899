/** The node server beneath Fastify, with the limits that node leaves open by default. */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerOptions } from "node:http";
import { createServer as createTlsServer } from "node:https";

export interface TlsFiles {
  /** PEM. */
  cert: string | Buffer;
  key: string | Buffer;
}

const second = 1000;

/** A client has 20 s for the header, and an hour for the largest upload. */
const options: ServerOptions = {
  headersTimeout: 20 * second,
  requestTimeout: 3600 * second,
  connectionsCheckingInterval: 5 * second,
  keepAliveTimeout: 65 * second,
  maxHeaderSize: 16_384,
};

/** Time without a byte in either direction. A player that is paused stops reading for longer than a sender may rest. */
const silence = { reading: 300 * second, sending: 45 * second };
/** For the whole body of anything but an upload. */
const bodyTime = 30 * second;
const connectionsAtMost = 5_000;

export function createHttpServer(listener: RequestListener, tls: TlsFiles | undefined): Server {
  const timed: RequestListener = (request, response) => {
    limitTime(request);
    listener(request, response);
  };
  const server = tls
    ? // An https server has the events and settings of an http one; Fastify's types name only one of the two.
      (createTlsServer({ ...options, ...tls }, timed) as unknown as Server)
    : createServer(options, timed);
  server.setTimeout(silence.sending);
  server.maxConnections = connectionsAtMost;
  return server;
}

function limitTime(request: IncomingMessage): void {
  const isReading = request.method === "GET" || request.method === "HEAD";
  request.socket.setTimeout(isReading ? silence.reading : silence.sending);
  if (isReading || request.url?.startsWith("/media/")) return;
  const timer = setTimeout(() => request.complete || request.destroy(), bodyTime);
  request.once("close", () => clearTimeout(timer));
}
