// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { songOf } from "../../../tests/support/items.ts";
import { member, renderMember } from "../../../tests/support/member-screen.tsx";
import { appTransfers } from "./app-transfers.ts";
import type { SongBody } from "./transfers.ts";

// 4.13, 3.8.1
test("a song that the server has is looked for anew where songs are listed, ranked, searched and offered", async () => {
  const song = songOf(1, { owner: member.uid });
  const { app, account } = renderMember({ routes: { "/": () => null }, answers: { "POST /songs": song } });
  const lists = ["own-songs", "own-files", "search-index", "candidates", "listened", "liked", "newest", "top-songs"];
  for (const list of lists) app.queryClient.setQueryData([list, member.uid], {});
  app.queryClient.setQueryData(["favourites", member.uid], {});
  const body = {} as SongBody; // the server takes anything here
  expect(await appTransfers(app, account).save(body, "key", new AbortController().signal)).toEqual(song);
  const isOutdated = (list: string) => app.queryClient.getQueryState([list, member.uid])?.isInvalidated;
  await expect.poll(() => lists.filter(isOutdated)).toEqual(lists);
  expect(isOutdated("favourites")).toBe(false);
});
