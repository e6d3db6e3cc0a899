/** The Vary header, to which several parts of one answer add. */
import type { FastifyReply } from "fastify";

/** Says that the answer depends on this header of the request, beside those that were named before. */
export function addVary(reply: FastifyReply, header: string): void {
  const present = reply.getHeader("vary");
  void reply.header("vary", present === undefined ? header : `${String(present)}, ${header}`);
}
