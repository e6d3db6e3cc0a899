// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { noteWanted, takeWanted } from "./wanted-screen.ts";

beforeEach(() => sessionStorage.clear());

// 3.3.3
test.each(["/playlist/01890a5d-ac96-774b-bcce-b302099a8057", "/playlist-user/Ab_9-x"])("%s is wanted, once", (path) => {
  noteWanted(path);
  expect([takeWanted(), takeWanted()]).toEqual([path, undefined]);
});

test("a slash at the end is no part of it, as for the router", () => {
  noteWanted("/playlist/01890a5d-ac96-774b-bcce-b302099a8057/");
  expect(takeWanted()).toBe("/playlist/01890a5d-ac96-774b-bcce-b302099a8057");
});

test.each(["/", "/favorites", "/playlists", "/playlist", "/playlist/", "/playlist/a/b", "//evil.example/playlist/a"])(
  "%s is not",
  (path) => {
    noteWanted(path);
    sessionStorage.setItem("offbeat.wanted", sessionStorage.getItem("offbeat.wanted") ?? path);
    expect(takeWanted()).toBeUndefined();
  },
);
