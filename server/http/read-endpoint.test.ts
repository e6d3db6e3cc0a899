import * as v from "valibot";
import { expect, test, vi } from "vitest";
import { data, endpoint } from "../../contract/endpoint.ts";
import { createMemoryEngine } from "../../tests/support/memory-engine.ts";
import { makeClaims, makeRequest } from "../../tests/support/request.ts";
import { type Handler, type Identify, WithStatus } from "./endpoint.ts";
import { toText } from "./json.ts";
import { createRead } from "./read-endpoint.ts";

const get = endpoint("GET", "/things/{id}", { params: v.object({ id: v.literal("7") }), reply: data(v.string()) });
type Get = Handler<typeof get, string>;

function setUp(handler: Get) {
  const { db, log } = createMemoryEngine();
  const identify = vi.fn<Identify<string>>(async (_, claims) => claims?.uid ?? "nobody");
  const run = createRead({ db }, get, identify, handler);
  const read = (id = "7") => run(makeRequest({ params: { id } }).request, makeClaims("ann"));
  return { read, identify, db, log };
}

test("responds to the caller without a transaction and locks no rows", async () => {
  const { read, identify, db, log } = setUp(async (call) => ({ data: `${call.params.id} for ${call.caller}` }));
  const { status, body } = await read();
  expect([status, body && toText(body)]).toEqual([200, '{"data":"7 for ann"}']);
  expect(identify.mock.calls).toEqual([[db, makeClaims("ann"), false]]);
  expect(log).toEqual([]);
});

test("the handler may set the status", async () => {
  const { read } = setUp(async () => new WithStatus(203, { data: "x" }));
  expect(await read()).toMatchObject({ status: 203 });
});

test("validates the request before it identifies the caller", async () => {
  const { read, identify } = setUp(async () => ({ data: "x" }));
  await expect(read("8")).rejects.toMatchObject({ code: "not-found" });
  expect(identify).not.toHaveBeenCalled();
});

test("rejects after-commit work", async () => {
  const work = vi.fn<() => Promise<void>>();
  const { read } = setUp(async ({ after }) => {
    after(work);
    return { data: "x" };
  });
  await expect(read()).rejects.toThrow("commits nothing");
  expect(work).not.toHaveBeenCalled();
});
