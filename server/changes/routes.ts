/** The change stream: server-sent events without content (specification 17.57). */
import { PassThrough } from "node:stream";
import type { FastifyInstance } from "fastify";
import * as v from "valibot";
import { changeStreamPath, PageId } from "../../contract/change-stream.ts";
import type { AppContext } from "../app-context.ts";
import { authenticate } from "../http/bearer.ts";
import { limitUsers } from "../http/rate-limits.ts";
import { HttpProblem } from "../http/problem.ts";
import { basePaths } from "../http/router.ts";
import { parse } from "../http/validate.ts";
import { clientNetwork } from "../identity/client-network.ts";
import type { ChangeHub } from "./change-hub.ts";
import { createEventWriter } from "./event-writer.ts";

/** Each open page has one at most, and the tabs of a browser share it. */
const maxPerAccount = 10;
/** A household of sixty, each with as many as an account may have. */
const maxPerAddress = 60 * maxPerAccount;
/** Leaves most of the server's connections to requests. */
const maxStreams = 2_000;
/** Devices that are refused ask again after this; until then they ask for their lists at intervals. Seconds. */
const retryAfter = 60;
/** A stream ends after 10 to 15 minutes, so that each has a valid token, and they do not all return at once. */
const shortestMs = 10 * 60_000;

interface Listener {
  uid: string;
  address: string;
  page: string;
  mayHear: () => Promise<boolean>;
}

type Groups = Map<string, Set<PassThrough>>;

const sizeOf = (groups: Groups, key: string) => groups.get(key)?.size ?? 0;

/** Puts a stream into its group. Returns a function that takes it out. */
function join(groups: Groups, key: string, stream: PassThrough): () => void {
  const group = groups.get(key) ?? new Set();
  groups.set(key, group.add(stream));
  return () => {
    group.delete(stream);
    if (group.size === 0) groups.delete(key);
  };
}

const Query = v.object({ page: PageId });

export function changeRoutes(
  app: FastifyInstance,
  { db, tokens, callers, settings }: Pick<AppContext, "db" | "tokens" | "callers" | "settings">,
  hub: ChangeHub,
): void {
  const limitUser = limitUsers(app, settings);
  /** By account. */
  const open: Groups = new Map();
  /** By the client's network: one alone must not take all. */
  const fromAddress: Groups = new Map();
  let streams = 0;
  let isStopping = false;

  /** Throws HttpProblem `too-many-requests`, or `unavailable` while the server stops. */
  function openStream({ uid, address, page, mayHear }: Listener): PassThrough {
    if (isStopping) throw new HttpProblem("unavailable", { retryAfter: 1 });
    const isFull = sizeOf(open, uid) >= maxPerAccount || sizeOf(fromAddress, address) >= maxPerAddress;
    if (isFull || streams >= maxStreams) throw new HttpProblem("too-many-requests", { retryAfter });
    const stream = new PassThrough();
    const leaves = [join(open, uid, stream), join(fromAddress, address, stream)];
    streams += 1;
    const events = createEventWriter(stream, mayHear);
    const unsubscribe = hub.subscribe(uid, page, events.announce);
    const timer = setTimeout(() => stream.end(), shortestMs * (1 + Math.random() / 2)).unref();
    // Also when the client goes away.
    stream.once("close", () => {
      clearTimeout(timer);
      events.close();
      unsubscribe();
      streams -= 1;
      for (const leave of leaves) leave();
    });
    return stream;
  }

  app.get(basePaths.api + changeStreamPath, { exposeHeadRoute: false }, async (request, reply) => {
    const claims = await authenticate(request, tokens);
    await limitUser(request, claims.uid);
    const { page } = parse(Query, request.query);
    const { uid } = await callers.identify(db, claims, false);
    /** A sign-in may have ended since (specification 16.11). The page then opens another stream, or hears why it cannot. */
    const mayHear = async () => {
      try {
        await callers.identify(db, await authenticate(request, tokens), false);
        return true;
      } catch {
        return false;
      }
    };
    void reply.headers({
      "content-type": "text/event-stream",
      "cache-control": "private, no-store",
      // Else nginx collects events.
      "x-accel-buffering": "no",
    });
    return reply.send(openStream({ uid, address: clientNetwork(request.ip), page, mayHear }));
  });

  // A stopping server waits for open requests; these end by themselves.
  app.addHook("preClose", async () => {
    isStopping = true;
    for (const own of open.values()) for (const stream of own) stream.end();
  });
}
