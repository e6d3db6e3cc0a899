// @vitest-environment happy-dom
/** Which addresses lead to a screen, and to whose (specification 3.1.1). */
import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import type { App } from "../app/app-context.ts";
import { writeSession } from "../features/auth/session.ts";
import { takeLostShare } from "../pwa/lost-share.ts";
import { createAppRouter } from "./tree.tsx";

/** Where somebody who opens an address ends: an address without a screen stays, and is one of members for them. */
async function follow(path: string, isSignedIn: boolean): Promise<string> {
  const queryClient = new QueryClient();
  if (isSignedIn)
    writeSession(queryClient, { uid: "ada", firstName: "Ada", lastName: "Byron", email: "ada@example.org" });
  history.replaceState(null, "", path);
  return new Promise((resolve, reject) => {
    const end = (who: string) => resolve(who + router.latestLocation.pathname);
    // What every screen of members asks for first.
    const openAccount = () => (end("member "), new Promise(() => {}));
    const router = createAppRouter({ queryClient, openAccount } as unknown as App); // what routes ask for
    router.load().then(() => end(""), reject);
  });
}

const ofMembers = [
  "/home-page",
  "/profile",
  "/playlists",
  "/my-playlists",
  "/favorites",
  "/mysongs",
  "/playlist/1",
  "/playlist-user/1",
  "/artist",
  "/search",
  "/storage",
  "/changes",
];

test.each(ofMembers)("%s is for members, and exactly that", async (path) => {
  expect(await follow(path, true)).toBe(`member ${path}`);
  expect(await follow(path, false)).toBe("/login");
  for (const other of [`${path}/x`, `${path}x/x`, path.replace(/[a-z]/, (letter) => letter.toUpperCase())]) {
    expect(await follow(other, true)).toBe(`member ${other}`);
    expect(await follow(other, false)).toBe(other);
  }
});

test.each(["/login", "/register", "/register/artist"])("%s is for visitors, and exactly that", async (path) => {
  expect(await follow(path, false)).toBe(path);
  expect(await follow(path, true)).toBe("member /home-page");
  for (const other of [`${path}/x`, path.toUpperCase()]) expect(await follow(other, true)).toBe(`member ${other}`);
});

test("the first address leads home or to the login; a mail's link stays where it is, for everybody", async () => {
  expect(await follow("/", true)).toBe("member /home-page");
  expect(await follow("/", false)).toBe("/login");
  expect(await follow("/share-target", true)).toBe("member /mysongs");
  expect(await follow("/share-target", false)).toBe("/login");
  expect(takeLostShare()).toBe(false);
  expect(await follow("/share-target?lost=1", false)).toBe("/login");
  expect(takeLostShare(), "for after the sign-in").toBe(true);
  for (const isSignedIn of [true, false]) expect(await follow("/auth/action", isSignedIn)).toBe("/auth/action");
});
