// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderMember } from "../../../tests/support/member-screen.tsx";
import type { SongSnapshot } from "../../../contract/songs.ts";
import { ListCover } from "./ListCover.tsx";

const withImages = (...images: (string | null)[]) =>
  images.map((songImage, n) => ({ _id: String(n), songImage }) as SongSnapshot); // the rest is not shown

async function imagesOf(cover: Parameters<typeof ListCover>[0]): Promise<(string | undefined)[]> {
  const Shown = () => (
    <main aria-label="Cover">
      <ListCover {...cover} />
    </main>
  );
  renderMember({ routes: { "/cover": Shown } });
  const main = await screen.findByRole("main", { name: "Cover" });
  return [...main.querySelectorAll("img")].map((image) => image.getAttribute("src")?.split("?")[0]);
}
const list = { seed: "x", title: "Late Ferry" };

test("a list without an image has the first four covers of its songs, each once (specification 3.15.5)", async () => {
  const songs = withImages("/a", "/a", null, "/b", "/c", "/d", "/e");
  expect(await imagesOf({ ...list, songs })).toEqual(["/a", "/b", "/c", "/d"]);
});

test("with fewer it has the first one, and with none its initials", async () => {
  expect(await imagesOf({ ...list, songs: withImages(null, "/b", "/c") })).toEqual(["/b"]);
  document.body.replaceChildren();
  expect(await imagesOf({ ...list, songs: [] })).toEqual([]);
  expect(document.querySelector("[data-initials]")?.getAttribute("data-initials")).toBe("LF");
});

test("its own image goes before those of its songs", async () => {
  const songs = withImages("/a", "/b", "/c", "/d");
  expect(await imagesOf({ ...list, image: "/own", songs })).toEqual(["/own"]);
});

test("as long as no song is loaded it has the covers that the list's summary names, as its card does", async () => {
  expect(await imagesOf({ ...list, songs: [], known: ["/k"] })).toEqual(["/k"]);
  document.body.replaceChildren();
  expect(await imagesOf({ ...list, songs: withImages("/a"), known: ["/k"] })).toEqual(["/a"]);
});
