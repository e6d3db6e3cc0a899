import { expect, test, vi } from "vitest";
import { createWorkerBridge } from "./worker-bridge.ts";

function createContainer() {
  const sent: unknown[] = [];
  const register = vi.fn<(tag: string) => Promise<void>>(async () => {});
  const registration = { active: { postMessage: (message: unknown) => sent.push(message) }, sync: { register } };
  const container = Object.assign(new EventTarget(), {
    ready: Promise.resolve(registration),
    getRegistration: vi.fn<() => Promise<unknown>>(async () => registration),
  });
  return { container: container as unknown as ServiceWorkerContainer, sent, register }; // all that is used of it
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

test("the worker hears whether the device may keep the account, also when it asks (specification 2.19)", async () => {
  const { container, sent } = createContainer();
  const bridge = createWorkerBridge(container);
  const ask = () =>
    container.dispatchEvent(Object.assign(new Event("message"), { data: { type: "whose" }, ports: [] }));
  ask();
  await settle();
  expect(sent, "not known yet").toEqual([]);
  bridge.setAccount("ada", { isVolatile: true });
  ask();
  await settle();
  const account = { type: "account", uid: "ada", isVolatile: true };
  expect(sent).toEqual([account, account]);
});

test("of an account that the device may not keep the worker downloads and sends nothing", async () => {
  const { container, sent, register } = createContainer();
  const bridge = createWorkerBridge(container);
  bridge.setAccount("ada", { isVolatile: true });
  bridge.requestSending();
  // The device may keep the same account for another tab.
  bridge.requestDownloads("ada");
  bridge.pauseDownloads("ada");
  await settle();
  expect(sent).toHaveLength(1);
  expect(register).not.toHaveBeenCalled();
  bridge.setAccount("ada");
  bridge.requestSending();
  await settle();
  expect(register).toHaveBeenCalledTimes(1);
});

test("the worker lists the files; without an answer nothing is said of them", async () => {
  const { container } = createContainer();
  const bridge = createWorkerBridge(container);
  const worker = { postMessage: (_: unknown, [port]: MessagePort[]) => port?.postMessage(reply) };
  const reply = { type: "files", paths: ["/media/a"] };
  vi.mocked(container.getRegistration).mockResolvedValue({ active: worker } as never); // all that is used of it
  expect(await bridge.listFiles("ada")).toEqual(["/media/a"]);
  vi.useFakeTimers();
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  // Of an older version.
  worker.postMessage = () => {};
  const asked = bridge.listFiles("ada");
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await asked).toBeUndefined();
  expect(warn).toHaveBeenCalledOnce();
  vi.useRealTimers();
  vi.mocked(container.getRegistration).mockResolvedValue(undefined);
  expect(await bridge.listFiles("ada"), "no worker").toBeUndefined();
});

test("a worker that took the place of a hanging one is told everything (specification 17.54)", async () => {
  const { container, sent, register } = createContainer();
  // As it stays once the first registration was taken away.
  Object.assign(container, { ready: Promise.resolve({ active: null }) });
  const bridge = createWorkerBridge(container);
  bridge.setAccount("ada");
  bridge.requestDownloads("ada");
  bridge.requestSending();
  await settle();
  expect(sent).toEqual([
    { type: "account", uid: "ada", isVolatile: false },
    { type: "download", uid: "ada", isAsked: false },
  ]);
  expect(register).toHaveBeenCalledOnce();
});
