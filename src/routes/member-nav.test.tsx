// @vitest-environment happy-dom
/** The bar of all screens (specification 3.7). */
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { member, renderMember } from "../../tests/support/member-screen.tsx";
import { SearchTextProvider } from "../features/search/search-text.tsx";
import { Artist } from "./artist.tsx";
import { readSession } from "../features/auth/session.ts";
import { MemberNav, NavStart } from "./MemberNav.tsx";

function show(path: string, profile: object | null = null) {
  const logout = vi.fn<() => void>();
  const withBar = (content: string) => () => (
    <SearchTextProvider>
      <MemberNav onLogout={logout} />
      <main>{content === "/artist" ? <Artist /> : content}</main>
    </SearchTextProvider>
  );
  const paths = [
    "/home-page",
    "/favorites",
    "/my-playlists",
    "/mysongs",
    "/playlists",
    "/playlist/$id",
    "/artist",
    "/playlist-user/$id",
  ];
  const routes = Object.fromEntries(paths.map((one) => [one, withBar(one)]));
  return { ...renderMember({ routes, at: path, answers: { "GET /users/{id}": profile } }), logout };
}

const bar = () => within(screen.getByRole("navigation", { name: "Main" }));

test("search, home, oneself and the account menu (specification 3.7.1)", async () => {
  const { user, history, logout } = show("/favorites");
  expect((await screen.findByRole("searchbox")).getAttribute("placeholder")).toBe("Artists, songs or albums");
  bar().getByRole("link", { name: "Home" });
  const self = bar().getByRole("link", { name: /Ada Byron$/ });
  expect(self.getAttribute("href")).toBe(`/playlist-user/${member.uid}`);
  const menu = bar().getByRole("button", { name: "Account menu" });
  await user.click(menu);
  const entries = (await screen.findAllByRole("menuitem")).map((one) => one.textContent);
  expect(entries).toEqual(
    expect.arrayContaining(["Profile", "Playlists", "My Playlists", "Favorite", "My Music", "Storage", "Logout"]),
  );
  await user.click(screen.getByText("My Playlists"));
  await waitFor(() => expect(history.location.pathname).toBe("/my-playlists"));
  await user.click(bar().getByRole("button", { name: "Account menu" }));
  await user.click(await screen.findByText("Logout"));
  expect(logout).toHaveBeenCalledOnce();
});

test.each(["/playlists", "/my-playlists", "/playlist/one", "/favorites"])(
  "on %s the link to playlists is marked where playlists are shown (specification 3.9.1)",
  async (path) => {
    show(path);
    const link = await screen.findByRole("link", { name: "Playlists" });
    expect(link.hasAttribute("aria-current")).toBe(path !== "/favorites");
  },
);

test("the names of languages, which take a phone long, are looked up when the menu opens", async () => {
  const lookUp = vi.spyOn(Intl.DisplayNames.prototype, "of");
  const { user } = show("/favorites");
  await screen.findByRole("searchbox");
  const menu = bar().getByRole("button", { name: "Account menu" });
  expect(lookUp).not.toHaveBeenCalled();
  await user.click(menu);
  await screen.findByRole("menuitemradio", { name: "Deutsch" });
  expect(lookUp).toHaveBeenCalled();
});

test("a name that was changed on another device is taken over, also for the next start (specification 3.7.1)", async () => {
  const { app } = show("/favorites", {
    ...member,
    _id: member.uid,
    firebase_id: member.uid,
    userName: "Ada Lovelace",
    lastName: "Lovelace",
    profileImage: null,
    artist: false,
    followers: 0,
    following: 0,
    followedBy: [],
    newsletter: false,
    createdAt: "2026-01-01T00:00:00.000Z",
  });
  await waitFor(() => bar().getByRole("link", { name: /Ada Lovelace$/ }));
  expect(readSession(app.queryClient)).toEqual({ ...member, lastName: "Lovelace" });
});

test("home has no link to itself, and no Back (specification 3.2.1, 3.7.1)", async () => {
  show("/home-page");
  await screen.findByRole("searchbox");
  expect(bar().queryByRole("link", { name: "Home" })).toBeNull();
  expect(bar().queryByRole("button", { name: "Back" })).toBeNull();
});

test("Back leads to the screen before, from the first one home (specification 3.2.1)", async () => {
  const { user, history } = show("/favorites");
  await user.click(await screen.findByRole("button", { name: "Back" }));
  await waitFor(() => expect(history.location.pathname).toBe("/home-page"));
});

test("/artist is the bar and a heading for screen readers alone (specification 3.7.3)", async () => {
  show("/artist");
  await screen.findByRole("searchbox");
  expect(screen.getByRole("main").textContent).toBe("Artist");
});

test("home is home with a slash at its end, too (specification 3.1.1, 3.7.1)", async () => {
  renderMember({ routes: { "/home-page": () => <NavStart /> }, at: "/home-page/" });
  await screen.findByText(/Offbeat|Home/);
  expect(screen.queryByRole("link", { name: "Home" })).toBeNull();
});
