// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { type MemberScreen, renderMember } from "../../../tests/support/member-screen.tsx";
import { SearchBox } from "./SearchBox.tsx";
import { SearchTextProvider } from "./search-text.tsx";

const index = {
  artists: [{ uid: "tina", userName: "Tina Tide", profileImage: null }],
  songs: [
    { _id: "1", title: "Slow Tide", artist: "Tina Tide", genre: "Ska", songImage: null, duration: 61 },
    { _id: "2", title: "Tide Over", artist: "Tina Tide", genre: "Ska", songImage: null, duration: 62 },
  ],
  playlists: [{ _id: "3", title: "Tidal", playlistImage: null }],
  complete: true,
};

const Box = () => (
  <SearchTextProvider>
    <SearchBox />
  </SearchTextProvider>
);

async function show(answers: MemberScreen["answers"] = { "GET /search/index": index }, online = true) {
  const rendered = renderMember({
    routes: { "/home-page": Box, "/search": Box, "/playlist-user/$id": Box, "/playlist/$id": Box },
    answers,
    online,
  });
  const field = await screen.findByRole<HTMLInputElement>("searchbox", { name: "Artists, songs or albums" });
  return { ...rendered, field };
}

const options = () => screen.queryAllByRole("option").map((option) => option.textContent);
/** What the field says is chosen; a screen reader reads it. */
const chosen = () => {
  const id = screen.getByRole("searchbox").getAttribute("aria-activedescendant");
  return id === null ? undefined : document.getElementById(id)?.textContent;
};
// With the initials that stand in for a picture.
const found = [
  "TTTina TideArtist",
  "Tide OverTina Tide · Ska1:02",
  "Slow TideTina Tide · Ska1:01",
  "All results for “tide”",
];
const waitForFound = () => waitFor(() => expect(options()).toEqual(found));

// 3.8.4
test("the index is asked for at the first focus, once", async () => {
  const { user, field, calls } = await show();
  expect(calls).not.toContain("GET /search/index");
  await user.click(field);
  await waitFor(() => expect(calls).toContain("GET /search/index"));
  await user.type(field, "tide");
  await waitForFound();
  expect(calls.filter((call) => call === "GET /search/index")).toHaveLength(1);
  expect(calls).not.toContain("GET /search");
});

// 3.8.5
test("the arrow keys choose a result and leave the focus in the field; Enter opens it", async () => {
  const { user, field, history } = await show();
  await user.type(field, "tide");
  await waitForFound();
  expect(chosen()).toBeUndefined();
  await user.keyboard("{ArrowDown}{ArrowDown}");
  expect(chosen()).toBe(found[1]);
  await user.keyboard("{ArrowUp}{ArrowUp}");
  expect(chosen(), "the field itself is a step").toBeUndefined();
  await user.keyboard("{ArrowUp}");
  expect(chosen()).toBe(found[3]);
  await user.keyboard("{ArrowDown}{ArrowDown}");
  expect(chosen()).toBe(found[0]);
  expect(screen.getByRole("option", { selected: true }).textContent).toBe(found[0]);
  expect(document.activeElement).toBe(field);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(history.location.pathname).toBe("/playlist-user/tina"));
});

// 20.25
test("how much is found is spoken, by a region that was there before the first key", async () => {
  const { user, field } = await show();
  await user.click(field);
  const region = await screen.findByRole("status");
  expect(region.textContent).toBe("");
  await user.type(field, "tide");
  await waitFor(() => expect(region.textContent).toBe("3 results"));
  await user.type(field, "xyz");
  await waitFor(() => expect(region.textContent).toBe("No results"));
  expect(region.isConnected).toBe(true);
});

// 3.8.5
test("Enter without a choice opens all results", async () => {
  const { user, field, history } = await show();
  await user.type(field, " tide {Enter}");
  await waitFor(() => expect(history.location.href).toBe("/search?q=tide"));
});

// 3.8.5
test("Escape closes the results and keeps the text; an arrow key brings them back", async () => {
  const { user, field } = await show();
  await user.type(field, "tide");
  await waitForFound();
  await user.keyboard("{Escape}");
  expect([options(), field.value]).toEqual([[], "tide"]);
  await user.keyboard("{ArrowDown}");
  await waitForFound();
});

// 3.8.3
test("what was searched for is offered in the empty field until it is cleared, also after a new start", async () => {
  const { user, field, account, unmount } = await show();
  await user.type(field, "tide");
  await user.click(await screen.findByRole("option", { name: /^Tina Tide/ }));
  await waitFor(async () => {
    const kept = await account.db.queries.toCollection().primaryKeys();
    expect(kept).toContain('q-["recent-searches","ada"]');
  });
  unmount();
  const again = await show();
  await again.user.click(again.field);
  await waitFor(() => expect(options()).toEqual(["tide"]));
  await again.user.keyboard("{ArrowDown}{Enter}");
  expect(again.field.value).toBe("tide");
  await waitForFound();
  await again.user.clear(again.field);
  await screen.findByRole("button", { name: "Clear" });
  await again.user.tab();
  expect(document.activeElement?.textContent).toBe("Clear");
  await again.user.keyboard("{Enter}");
  expect(document.activeElement, "the button is gone").toBe(again.field);
  await screen.findByText("Find artists, songs and playlists by name");
});

// 9.12
test("each kind says in its own words that there is nothing", async () => {
  const { user, field } = await show();
  await user.type(field, "xyz");
  await within(await screen.findByRole("group", { name: "Artists" })).findByText("Can't find any results");
  within(screen.getByRole("group", { name: "Songs" })).getByText("No songs found");
  within(screen.getByRole("group", { name: "Playlists" })).getByText("No Data");
  expect(options()).toEqual(["All results for “xyz”"]);
});

// 3.8.2, 3.8.4
test("of a larger library the server adds hits; a late answer to an earlier text changes nothing", async () => {
  const replies = new Map<string, (songs: typeof index.songs) => void>();
  const { user, field } = await show({
    "GET /search/index": { ...index, complete: false },
    "GET /search": ({ query }: { query: { q: string } }) =>
      new Promise((resolve) => replies.set(query.q, (songs) => resolve({ artists: [], songs, playlists: [] }))),
  });
  const song = (_id: string, title: string) => ({
    _id,
    title,
    artist: "Tina Tide",
    genre: "Ska",
    songImage: null,
    duration: 61,
  });
  await user.type(field, "ti");
  await waitFor(() => expect(replies.has("ti")).toBe(true));
  await user.type(field, "de");
  await waitFor(() => expect(replies.has("tide")).toBe(true));
  replies.get("tide")?.([song("4", "Tide")]);
  const withServers = [found[0], "TideTina Tide · Ska1:01", found[1], found[2], found[3]];
  await waitFor(() => expect(options()).toEqual(withServers));
  replies.get("ti")?.([song("5", "Tint"), song("4", "Tide")]);
  await waitFor(() => expect(screen.getByRole("listbox").getAttribute("aria-busy")).toBe("false"));
  expect(options()).toEqual(withServers);
});

test("offline, without an index, it says how little is searched", async () => {
  const { user, field } = await show({}, false);
  await user.type(field, "tide");
  const note = await screen.findByText(/^You're offline/);
  expect(note.textContent).toBe("You're offline. This searches only what this device knows.");
});

test("all that is found is counted, not what there is room for (specification 20.25)", async () => {
  const songs = Array.from({ length: 50 }, (_, n) => ({ ...index.songs[0], _id: `s${n}`, title: `Tide ${n}` }));
  const { user, field } = await show({ "GET /search/index": { ...index, artists: [], playlists: [], songs } });
  await user.click(field);
  const region = await screen.findByRole("status");
  await user.type(field, "tide");
  await waitFor(() => expect(region.textContent).toBe("50 results"));
});
