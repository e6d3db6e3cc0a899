/** How long a form waits for what the server makes of its edit. */
import Dexie from "dexie";
import { expect, test, vi } from "vitest";
import { ApiError } from "../../api/api-error.ts";
import { markAttention } from "../../db/outbox-decisions.ts";
import { openAccount } from "../../sync/open-account.ts";
import { refusedEdit } from "./await-verdict.ts";

const playlistId = "01890a5d-ac96-774b-bcce-b302099a80a0";
test.each(["invalid-request", "blocked"])(
  "a form does not wait for what stands behind a refused creation: %s",
  async (code) => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const account = openAccount({
      uid: `verdict-${code}`,
      api: { call: () => Promise.reject(new ApiError("network", "x")) },
      online: {
        get: () => true,
        subscribe: () => () => {},
        report() {},
        wasReached: () => true,
        check() {},
        close() {},
      },
      invalidate: () => {},
      cachedResults: () => [],
      onGone: () => {},
      onUnsent: () => {},
    });
    const playlist = { title: "Shore", description: "By the sea", genre: null, private: true } as const;
    await account.change({ kind: "create-playlist", playlistId, playlist });
    const [row] = await account.db.outbox.toArray();
    await markAttention(account.db, row?.seq ?? 0, { code, title: "x" });
    const edit = { kind: "edit-playlist", playlistId, playlist: { title: "Coast" } } as const;
    const begun = Date.now();
    await refusedEdit(account, { edit, store: () => account.change(edit), isShown: () => true });
    const took = Date.now() - begun;
    account.stop();
    account.db.close();
    await Dexie.delete(account.db.name);
    expect(took).toBeLessThan(2_000);
  },
  20_000,
);
