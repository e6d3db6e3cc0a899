// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import type { App } from "../app/app-context.ts";
import { writeActiveAccount } from "../db/active-account.ts";
import { keepDownloads } from "../features/offline/keep-downloads.ts";
import { warnBeforeLoss } from "../features/offline/warn-before-loss.ts";
import { requestPersistence } from "../features/songs/request-persistence.ts";
import { reportGone } from "../features/songs/gone-songs.ts";
import { createStore } from "../lib/store.ts";
import { libraryKeys } from "../sync/query-keys.ts";
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

const refetch = vi.fn<(keys: unknown) => Promise<void>>(async () => {});

function createApp(isVolatile = false) {
  const app = {
    openAccount: async () => ({ db: { isVolatile }, kick() {}, refetch }),
    worker: { setAccount() {}, onFreshUrl: () => stop },
    online: createStore(true),
  };
  return app as unknown as App; // all that is used of it
}
const start = (isVolatile: boolean) => startAccountServices(createApp(isVolatile), "ada", () => true);

// 17.15
test("songs over all are asked for anew when one is found to be gone, while the account is open", async () => {
  const app = createApp();
  const end = await startAccountServices(app, "ada", () => true);
  reportGone(app, ["a"]);
  expect(refetch).toHaveBeenCalledExactlyOnceWith(libraryKeys("ada"));
  end();
  reportGone(app, ["b"]);
  expect(refetch).toHaveBeenCalledOnce();
});

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

test("a full disk does not keep them from starting (specification 21.3)", async () => {
  await writeActiveAccount("ben");
  vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("No space", "QuotaExceededError");
  });
  await start(false);
  expect(keepDownloads).toHaveBeenCalledOnce();
});

test("the record of an account that stands there is not written again", async () => {
  await writeActiveAccount("ada");
  const put = vi.spyOn(IDBObjectStore.prototype, "put");
  await start(false);
  expect(put).not.toHaveBeenCalled();
  expect(keepDownloads).toHaveBeenCalledOnce();
});
