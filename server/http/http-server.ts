/** The node server beneath Fastify, with the limits that node leaves open by default. */
import { createServer, type RequestListener, type Server, type ServerOptions } from "node:http";
import { createServer as createTlsServer } from "node:https";

export interface TlsFiles {
  /** PEM. */
  cert: string | Buffer;
  key: string | Buffer;
}

/** A client has 20 s for the header, and an hour for the largest upload. */
const options: ServerOptions = {
  headersTimeout: 20_000,
  requestTimeout: 3_600_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
};
/** Milliseconds without a byte in either direction. */
const silence = 60_000;
const connectionsAtMost = 5_000;

export function createHttpServer(listener: RequestListener, tls: TlsFiles | undefined): Server {
  // An https server is a net server with the same events and settings; Fastify's types name only one of the two.
  const server = tls
    ? (createTlsServer({ ...options, ...tls }, listener) as unknown as Server)
    : createServer(options, listener);
  server.setTimeout(silence);
  server.maxConnections = connectionsAtMost;
  server.maxRequestsPerSocket = 0;
  return server;
}
