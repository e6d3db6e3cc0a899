/** Whom a change is told (specification 17.57). */
import { expect, test, vi } from "vitest";
import { createChangeHub } from "./change-hub.ts";

function openHub() {
  const clock = { now: Date.UTC(2026, 10, 22) };
  const hub = createChangeHub(undefined, () => clock.now);
  const told: string[] = [];
  const subscribe = (page: string) => hub.subscribe("ada", page, () => told.push(page));
  return { clock, hub, subscribe, told };
}

test("a page that listens hears of what others do", () => {
  const { hub, subscribe, told } = openHub();
  subscribe("phone");
  const end = subscribe("laptop");
  hub.publish({ uid: "ada", page: "phone" });
  hub.publish({ uid: "bob", page: undefined });
  expect(told).toEqual(["laptop"]);
  end();
  hub.publish({ uid: "ada", page: undefined });
  expect(told).toEqual(["laptop", "phone"]);
});

test("a page that begins to listen hears of a change of the last minute, unless it made that itself", () => {
  const { clock, hub, subscribe, told } = openHub();
  subscribe("phone")();
  hub.publish({ uid: "ada", page: "phone" });
  subscribe("phone")();
  expect(told).toEqual([]);
  subscribe("laptop")();
  expect(told).toEqual(["laptop"]);
  hub.publish({ uid: "ada", page: "laptop" });
  subscribe("phone")();
  subscribe("laptop")();
  expect(told).toEqual(["laptop", "phone", "laptop"]);
  clock.now += 61_000;
  subscribe("phone")();
  hub.publish({ uid: "ada", page: undefined });
  subscribe("phone")();
  expect(told).toEqual(["laptop", "phone", "laptop", "phone"]);
});

test("what another server tells is made known before the pages hear of it", () => {
  let receive: (text: string) => void = () => {};
  let miss = () => {};
  const listen = (listener: (text: string) => void, onGap: () => void) => {
    [receive, miss] = [listener, onGap];
    return async () => {};
  };
  const told: string[] = [];
  const hub = createChangeHub({ send: async () => {}, listen }, Date.now, (uid) => told.push(`of ${uid}`));
  hub.subscribe("ada", "phone", () => told.push("phone"));
  receive(JSON.stringify({ from: "another server", uid: "ada" }));
  expect(told).toEqual(["of ada", "phone"]);
  hub.publish({ uid: "ada", page: undefined });
  expect(told).toEqual(["of ada", "phone", "phone"]);
  miss();
  expect(told.slice(3)).toEqual(["of ada", "phone"]);
});

test("a server that stops tells the others of the last changes", async () => {
  const send = vi.fn<(texts: readonly string[]) => Promise<void>>(async () => {});
  const hub = createChangeHub({ send, listen: () => async () => {} }, Date.now);
  hub.publish({ uid: "ada", page: "phone" });
  await hub.close();
  expect(send.mock.calls.flatMap(([texts]) => texts.map((text) => JSON.parse(text) as unknown))).toMatchObject([
    { uid: "ada", page: "phone" },
  ]);
  await hub.close();
  expect(send).toHaveBeenCalledOnce();
});
