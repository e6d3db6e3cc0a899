import * as v from "valibot";
import { expect, test, vi } from "vitest";
import { data, endpoint } from "../../contract/endpoint.ts";
import { createMemoryEngine, effect } from "../../tests/support/memory-engine.ts";
import { makeClaims, makeRequest } from "../../tests/support/request.ts";
import type { Handler, Identify, Resign } from "./endpoint.ts";
import type { JsonResponse } from "./idempotency.ts";
import { toText } from "./json.ts";
import { HttpProblem } from "./problem.ts";
import { RerunAfter } from "./rerun-after.ts";
import { createWrite } from "./write-endpoint.ts";

const Title = v.object({ title: v.string() });
const rename = endpoint("PATCH", "/things/{id}", {
  params: v.object({ id: v.string() }),
  body: Title,
  reply: v.optional(data(Title)),
});
type Rename = Handler<typeof rename, string>;

/** Stores the new title and returns it. */
const renameIt: Rename = async ({ db, body }) => {
  await db.query(effect, [body.title]);
  return { data: body };
};

interface Sent {
  uid?: string | undefined;
  key?: string;
  title?: string;
}

function setUp(handler: Rename = renameIt, resign?: Resign<typeof rename>) {
  const engine = createMemoryEngine();
  const { log } = engine;
  const prepare = vi.fn<(key: string) => Promise<void>>().mockResolvedValue();
  const forgetCaller = vi.fn<(uid: string) => void>((uid) => void log.push(`forget ${uid}`));
  const identify = vi.fn<Identify<string>>(async (_, claims) => claims?.uid ?? "nobody");
  const work = vi.fn<Rename>(handler);
  const onWrite = () => {};
  const run = createWrite(
    { db: engine.db, now: () => 0, prepare, forgetCaller, onWrite },
    rename,
    identify,
    work,
    resign,
  );
  const send = ({ uid = "ann", key, title = "New" }: Sent = {}, request = sent(key, title).request) =>
    run(request, uid === "" ? undefined : makeClaims(uid));
  return { ...engine, prepare, forgetCaller, identify, work, send };
}

const sent = (key?: string, title = "New") =>
  makeRequest({
    method: "PATCH",
    url: "/api/things/7",
    params: { id: "7" },
    headers: key === undefined ? {} : { "idempotency-key": key },
    body: { title },
  });

const read = ({ status, body }: JsonResponse) => [status, body && toText(body)];

test("runs for the caller in one transaction and locks the caller's rows", async () => {
  const { send, identify, work, log, effects } = setUp();
  expect(read(await send())).toEqual([200, '{"data":{"title":"New"}}']);
  expect(effects()).toEqual(["New"]);
  expect(identify).toHaveBeenCalledWith(expect.anything(), makeClaims("ann"), true);
  expect(work.mock.calls[0]?.[0]).toMatchObject({ caller: "ann", params: { id: "7" } });
  expect(log).toEqual(["begin", "commit", "forget ann"]);
});

test("validates the request before it begins a transaction", async () => {
  const { send, log } = setUp();
  await expect(send({}, makeRequest({ params: { id: "7" } }).request)).rejects.toMatchObject({
    code: "invalid-request",
  });
  expect(log).toEqual([]);
});

test("every request without a key takes effect", async () => {
  const { send, effects } = setUp();
  await send();
  await send();
  expect(effects()).toEqual(["New", "New"]);
});

test("a request repeated under its key replays the response", async () => {
  const { send, work, effects } = setUp();
  const first = await send({ key: "k" });
  expect(read(await send({ key: "k" }))).toEqual(read(first));
  expect(work).toHaveBeenCalledOnce();
  expect(effects()).toEqual(["New"]);
});

test("two callers may use the same key", async () => {
  const { send, effects } = setUp();
  await send({ key: "k" });
  await send({ key: "k", uid: "bob" });
  expect(effects()).toEqual(["New", "New"]);
});

test("rejects a key reused for a different request", async () => {
  const { send, effects } = setUp();
  await send({ key: "k" });
  await expect(send({ key: "k", title: "Other" })).rejects.toMatchObject({ code: "key-reused" });
  expect(effects()).toEqual(["New"]);
});

test("replays without identifying the caller, whose profile the first request may have deleted", async () => {
  const { send, identify } = setUp();
  const first = await send({ key: "k" });
  identify.mockRejectedValue(new HttpProblem("no-profile"));
  expect(read(await send({ key: "k" }))).toEqual(read(first));
});

test("a failed request releases its key", async () => {
  const { send, work, effects } = setUp();
  work.mockImplementationOnce(async (call) => {
    await renameIt(call);
    throw new HttpProblem("not-found");
  });
  await expect(send({ key: "k" })).rejects.toMatchObject({ code: "not-found" });
  expect(effects()).toEqual([]);
  await send({ key: "k" });
  expect(effects()).toEqual(["New"]);
});

test("re-signs the URLs of a replayed response only, for its caller", async () => {
  const resign: Resign<typeof rename> = (reply, uid) => reply && { data: { title: `${reply.data.title} for ${uid}` } };
  const { send } = setUp(renameIt, resign);
  expect(read(await send({ key: "k" }))).toEqual([200, '{"data":{"title":"New"}}']);
  for (let time = 0; time < 2; time += 1)
    expect(read(await send({ key: "k" }))).toEqual([200, '{"data":{"title":"New for ann"}}']);
});

test("replays a response without a body", async () => {
  const resign = vi.fn<Resign<typeof rename>>();
  const { send } = setUp(async () => undefined, resign);
  await send({ key: "k" });
  expect(read(await send({ key: "k" }))).toEqual([200, undefined]);
  expect(resign).not.toHaveBeenCalled();
});

test("prepares outside the transaction, then reruns it", async () => {
  const { send, work, prepare, log, effects } = setUp();
  prepare.mockImplementation(async (key) => void log.push(`prepare ${key}`));
  work.mockImplementationOnce(async (call) => {
    await renameIt(call);
    throw new RerunAfter("song 1", "not heard yet");
  });
  expect(read(await send({ key: "k" }))).toEqual([200, '{"data":{"title":"New"}}']);
  expect(log).toEqual(["begin", "rollback", "prepare song 1", "begin", "commit", "forget ann"]);
  expect(effects()).toEqual(["New"]);
});

test("runs after-commit work after the commit, in order, and not for a replay", async () => {
  const { send, work, log } = setUp();
  work.mockImplementation(async (call) => {
    call.after(async () => log.push("first"));
    call.after(async () => log.push("second"));
    return renameIt(call);
  });
  await send({ key: "k" });
  expect(log).toEqual(["begin", "commit", "forget ann", "first", "second"]);
  await send({ key: "k" });
  expect(log.slice(5)).toEqual(["begin", "commit", "forget ann"]);
});

test.each(["conflict", "preparation"])(
  "runs after-commit work once when a %s reruns the transaction",
  async (reason) => {
    const { send, work, log, failNextCommit, effects } = setUp();
    if (reason === "conflict") failNextCommit();
    work.mockImplementation(async (call) => {
      const time = work.mock.calls.length;
      call.after(async () => log.push(`after run ${time}`));
      if (reason === "preparation" && time === 1) throw new RerunAfter("song 1", "not heard yet");
      return renameIt(call);
    });
    await send();
    expect(log).toEqual(["begin", "rollback", "begin", "commit", "forget ann", "after run 2"]);
    expect(effects()).toEqual(["New"]);
  },
);

test("a rollback discards after-commit work", async () => {
  const { send, work } = setUp();
  const later = vi.fn<() => Promise<void>>();
  work.mockImplementation(async ({ after }) => {
    after(later);
    throw new HttpProblem("not-found");
  });
  await expect(send()).rejects.toMatchObject({ code: "not-found" });
  expect(later).not.toHaveBeenCalled();
});

test("logs failed after-commit work, keeps the response and runs the rest", async () => {
  const { send, work, log, effects } = setUp();
  const broken = new Error("no disk");
  work.mockImplementation(async (call) => {
    call.after(() => Promise.reject(broken));
    call.after(async () => log.push("next"));
    return renameIt(call);
  });
  const { request, logged } = sent();
  expect(read(await send({}, request))).toEqual([200, '{"data":{"title":"New"}}']);
  expect(logged.mock.calls).toEqual([[{ err: broken }, "work after a commit failed"]]);
  expect(effects()).toEqual(["New"]);
  expect(log.at(-1)).toBe("next");
});

test("forgets the caller after a failure too", async () => {
  const { send, work, log, forgetCaller } = setUp();
  work.mockRejectedValueOnce(new HttpProblem("not-found"));
  await expect(send()).rejects.toMatchObject({ code: "not-found" });
  expect(log).toEqual(["begin", "rollback", "forget ann"]);
  await send({ uid: "" });
  expect(forgetCaller).toHaveBeenCalledOnce();
});
