// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import type { App } from "../app/app-context.ts";
import { keepDownloads } from "../features/offline/keep-downloads.ts";
import { warnBeforeLoss } from "../features/offline/warn-before-loss.ts";
import { requestPersistence } from "../features/songs/request-persistence.ts";
import { createStore } from "../lib/store.ts";
import { startAccountServices } from "./account-services.ts";
import { sendUploads } from "./send-uploads.ts";
import { showBadge } from "./show-badge.ts";

const stop = vi.fn<() => void>();
vi.mock(import("./show-badge.ts"));
vi.mock(import("./send-uploads.ts"));
vi.mock(import("../features/offline/keep-downloads.ts"));
vi.mock(import("../features/offline/warn-before-loss.ts"));
vi.mock(import("../features/songs/request-persistence.ts"));
vi.mock(import("../sync/follow-changes.ts"), () => ({ followChanges: () => stop }));

beforeEach(() => {
  vi.clearAllMocks();
  for (const service of [showBadge, sendUploads, keepDownloads, warnBeforeLoss, requestPersistence])
    vi.mocked(service as () => () => void).mockReturnValue(stop); // each returns what ends it
});

function start(isVolatile: boolean) {
  const app = {
    openAccount: async () => ({ db: { isVolatile }, kick() {} }),
    worker: { setAccount() {}, onFreshUrl: () => stop },
    online: createStore(true),
  };
  return startAccountServices(app as unknown as App, "ada", () => true); // all that is used of it
}

test("an account has a number on the icon and storage that lasts, until it goes (specification 17.18, 17.60)", async () => {
  const end = await start(false);
  expect(showBadge).toHaveBeenCalledOnce();
  expect(requestPersistence).toHaveBeenCalledOnce();
  expect(warnBeforeLoss).not.toHaveBeenCalled();
  end();
  expect(stop).toHaveBeenCalledTimes(6);
});

test("a sign-in that goes with the browser has neither (specification 2.19, 17.60)", async () => {
  await start(true);
  expect(showBadge).not.toHaveBeenCalled();
  expect(requestPersistence).not.toHaveBeenCalled();
  expect(warnBeforeLoss).toHaveBeenCalledOnce();
});
