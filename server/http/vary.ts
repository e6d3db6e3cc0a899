/** The Vary header, which several parts of one response extend. */
import type { FastifyReply } from "fastify";

/** Adds a request header to those that the response depends on. */
export function addVary(reply: FastifyReply, header: string): void {
  const present = reply.getHeader("vary");
  void reply.header("vary", present === undefined ? header : `${String(present)}, ${header}`);
}
