// @vitest-environment happy-dom
/** What each screen of members shows that asks the server (specification 20.20). */
import { screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, test, vi } from "vitest";
import { refuses, renderMember } from "../../tests/support/member-screen.tsx";
import { Favorites } from "./favorites.tsx";
import { HomePage } from "./home-page.tsx";
import { MyPlaylists } from "./my-playlists.tsx";
import { MySongs } from "./mysongs.tsx";
import { PlaylistUser } from "./playlist-user.tsx";
import { Playlist } from "./playlist.tsx";
import { Playlists } from "./playlists.tsx";
import { ProfilePage } from "./profile.tsx";

// Without its patience, which a busy machine may outlast.
vi.mock("./use-waiting.ts", () => ({
  useWaiting: (settled: readonly boolean[]) => settled.map((_, index) => settled.slice(0, index).includes(false)),
}));

const id = "01890a5d-ac96-774b-bcce-b302099a8057";
/** With what it says when there is nothing; one item is there or not. */
const screens: Record<string, [Screen: () => ReactNode, nothing?: RegExp]> = {
  "/home-page": [HomePage, /Playlists that people share show up here/],
  "/favorites": [Favorites, /No favourites yet/],
  "/mysongs": [MySongs, /Your uploads will live here/],
  "/playlists": [Playlists, /Nobody has shared a playlist/],
  "/my-playlists": [MyPlaylists, /You follow no playlists yet/],
  "/profile": [ProfilePage],
  "/playlist/$id": [Playlist],
  "/playlist-user/$id": [PlaylistUser],
};

/** Every call has the same answer. */
function show(path: string, Screen: () => ReactNode, answer: unknown, online = true) {
  const answers = new Proxy({}, { get: () => answer });
  const { container } = renderMember({ routes: { [path]: Screen }, at: path.replace("$id", id), answers, online });
  return { container, busy: () => container.querySelectorAll("[aria-busy=true]").length };
}
const settled = { timeout: 10_000 };

describe.each(Object.entries(screens))("%s", (path, [Screen, nothing]) => {
  test("loading, it says that something comes", async () => {
    const { busy } = show(path, Screen, () => new Promise(() => {}));
    await waitFor(() => expect(busy()).toBeGreaterThan(0), settled);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test.each([
    ["failed", true, /^Couldn't load/],
    ["offline", false, /offline|connection/],
  ])("%s, it says so and offers another try", async (_, online, sentence) => {
    const { busy } = show(path, Screen, refuses(500), online);
    const alerts = () => screen.queryAllByRole("alert");
    /** Offline is a state, not an error; but a form cannot be filled in at all. */
    const isAlert = online || path === "/profile";
    const retries = () => screen.queryAllByRole("button", { name: "Retry" });
    const told = () => (isAlert ? alerts() : retries().flatMap((one) => one.parentElement?.parentElement ?? []));
    const said = () => told().map(({ textContent }) => textContent);
    await waitFor(() => expect(said()).toContainEqual(expect.stringMatching(sentence)), settled);
    await waitFor(() => expect(busy()).toBe(0), settled);
    if (!isAlert) expect(alerts()).toEqual([]);
    for (const one of told()) {
      within(one).getByRole("button", { name: "Retry" });
      expect(one.textContent).toMatch(sentence);
    }
    // Saved songs play all the same.
    const ways = screen.queryAllByRole("link", { name: "Go to Favourites" });
    if (path !== "/profile") expect(ways.length > 0).toBe(path !== "/favorites");
  });

  test.runIf(nothing)("empty, it says what would be here", async () => {
    const { busy } = show(path, Screen, []);
    await screen.findByText(nothing ?? "");
    await waitFor(() => expect(busy()).toBe(0), settled);
    expect(screen.queryByRole("alert")).toBeNull();
  });
});
