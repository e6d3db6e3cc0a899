import { beforeEach, expect, test, vi } from "vitest";
import type { PageMessage } from "../contract/worker-messages.ts";

const { downloadForAWhile } = vi.hoisted(() => {
  // Workbox looks for the worker as soon as it is loaded.
  vi.stubGlobal("self", { location: { origin: "https://music.example.org" } });
  return { downloadForAWhile: vi.fn<(uid: string) => Promise<void>>() };
});
vi.mock("./download-runner.ts", () => ({
  downloadForAWhile,
  pauseDownloads: () => {},
  stopDownloads: () => Promise.resolve(),
}));
const { rest, restMs } = await import("./download-rests.ts");
const { handleMessage } = await import("./handle-messages.ts");

/** Sends a page's message. Resolves when the worker has done what it asks for. */
async function tell(message: PageMessage): Promise<void> {
  let work: Promise<unknown> = Promise.resolve();
  const event = { data: message, ports: [], source: null, waitUntil: (until: Promise<unknown>) => (work = until) };
  handleMessage(event as unknown as ExtendableMessageEvent); // as much of it as the handler reads
  await work;
}

beforeEach(() => void downloadForAWhile.mockReset().mockResolvedValue());

// 17.9
test("only what a person asks for ends the rest of a device that took no song", async () => {
  for (let failures = 0; failures < 5; failures += 1) rest("ada");
  await tell({ type: "download", uid: "ada", isAsked: false });
  expect(restMs("ada")).toBeGreaterThan(0);
  await tell({ type: "download", uid: "ada", isAsked: true });
  expect(restMs("ada")).toBe(0);
  expect(downloadForAWhile).toHaveBeenCalledTimes(2);
});
