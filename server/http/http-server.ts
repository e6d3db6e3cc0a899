/** Creates the node server below Fastify, with the limits that node leaves open by default. */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import { createServer as createTlsServer } from "node:https";
import { sharePath } from "../../contract/share-target.ts";

export interface TlsFiles {
  /** PEM. */
  cert: string | Buffer;
  key: string | Buffer;
}

const second = 1000;

/** A client has 20 s for the headers, and an hour for the largest upload. */
const options: ServerOptions = {
  headersTimeout: 20 * second,
  requestTimeout: 3600 * second,
  connectionsCheckingInterval: 5 * second,
  keepAliveTimeout: 65 * second,
  maxHeaderSize: 16_384,
};

/** Socket idle timeouts. A paused player stops reading for longer than an uploader may pause. */
const idleTimeouts = { reading: 300 * second, sending: 45 * second };
/** For the whole body of every request except uploads; for what an upload still sends once it has its answer. */
const bodyTimeout = 30 * second;
/** The same for shared songs, which anybody may send. */
const shareTimeout = 600 * second;
const maxConnections = 5_000;

export function createHttpServer(listener: RequestListener, tls: TlsFiles | undefined): Server {
  const timed: RequestListener = (request, response) => {
    limitTime(request, response);
    listener(request, response);
  };
  const server = tls
    ? // An https server has the events and settings of an http one, but Fastify's types name only one of them.
      (createTlsServer({ ...options, ...tls }, timed) as unknown as Server)
    : createServer(options, timed);
  server.setTimeout(idleTimeouts.sending);
  server.maxConnections = maxConnections;
  return server;
}

function limitTime(request: IncomingMessage, response: ServerResponse): void {
  const isReading = request.method === "GET" || request.method === "HEAD";
  request.socket.setTimeout(isReading ? idleTimeouts.reading : idleTimeouts.sending);
  const limitBody = (ms = bodyTimeout) => {
    if (request.complete) return;
    const timer = setTimeout(() => request.complete || request.socket.destroy(), ms);
    request.once("close", () => clearTimeout(timer));
  };
  if (!isReading && request.url?.startsWith("/media/")) response.once("finish", () => limitBody());
  else if (!isReading && request.url?.startsWith(sharePath)) limitBody(shareTimeout);
  else limitBody();
}
