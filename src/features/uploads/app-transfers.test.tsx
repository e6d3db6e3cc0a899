// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { songOf } from "../../../tests/support/items.ts";
import { member, refuses, renderMember } from "../../../tests/support/member-screen.tsx";
import type { SiteConfig } from "../../api/site-config.ts";
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

// 17.29
test("a call is held back alone where the server, to which it goes, answers; a media host of its own may be down", async () => {
  const origin = "https://music.example.org";
  const config = (to: string | undefined) =>
    ({
      mediaUrl: (url: string) => new URL(url, origin).href,
      bases: () => ({ api: "/api", statistics: "/statistics" }),
      current: () => to && { upload: { song: { url: to } } },
    }) as unknown as SiteConfig; // all that is asked of it
  const isHeldBack = (to: string | undefined, online = true) => {
    const answers = { "GET /users/{id}": refuses(404) };
    const { app, account } = renderMember({
      routes: { "/": () => null },
      services: { config: config(to) },
      answers,
      online,
    });
    return appTransfers(app, account).isHeldBack(new AbortController().signal);
  };
  expect(await isHeldBack("/media/upload"), "whatever it answers").toBe(true);
  expect(await isHeldBack("/media/upload", false)).toBe(false);
  expect(await isHeldBack("https://api.cloudinary.com/v1_1/demo/video/upload")).toBe(false);
  expect(await isHeldBack(undefined), "nothing is known yet").toBe(false);
});
