// @vitest-environment happy-dom
/** What of a row renders again. */
import { act, screen } from "@testing-library/react";
import { useEffect, useState } from "react";
import { expect, test, vi } from "vitest";
import type { SongSnapshot } from "../../../contract/songs.ts";
import { renderMember } from "../../../tests/support/member-screen.tsx";
import { Cover } from "../../ui/Cover.tsx";
import { ItemList } from "../lists/ItemList.tsx";
import { SongRow } from "./SongRow.tsx";

vi.mock(import("../../ui/Cover.tsx"), { spy: true });

const many = Array.from({ length: 200 }, (_, n) => `Song ${n}`);
const songOf = (_id: string) => ({ _id, title: _id, artist: "Ana", songImage: null, duration: 60 }) as SongSnapshot;
const songs = new Map([...many, "First"].map((id) => [id, songOf(id)]));
const state = { liked: true, device: "absent", isOutOfReach: false, online: true } as const;
const rest = { ...state, problem: undefined, current: undefined, onPlay: () => {} };
let setIds: (ids: string[]) => void = () => {};

function Songs() {
  const [ids, set] = useState(many);
  useEffect(() => void (setIds = set), []);
  return (
    <ItemList label="Songs" ids={ids}>
      {(item) => <SongRow item={item} song={songs.get(item.id)} {...rest} />}
    </ItemList>
  );
}

// 21.7
test("a row whose place alone changes does not draw its content again", async () => {
  renderMember({ routes: { "/": Songs } });
  const row = (await screen.findByRole("button", { name: "Play Song 5" })).closest("li");
  expect(row?.getAttribute("aria-posinset")).toBe("6");
  vi.mocked(Cover).mockClear();
  act(() => setIds(["First", ...many]));
  expect(row?.getAttribute("aria-posinset")).toBe("7");
  const drawn = new Set(vi.mocked(Cover).mock.calls.map(([{ title }]) => title));
  expect(drawn).not.toContain("Song 5");
  expect(drawn).toContain("First");
});

test("a private song is marked for its owner, who alone sees it (specification 3.15.1)", async () => {
  const Both = () => (
    <ItemList label="Songs" ids={["Open", "Hidden"]}>
      {(item) => <SongRow item={item} song={{ ...songOf(item.id), private: item.id === "Hidden" }} {...rest} />}
    </ItemList>
  );
  renderMember({ routes: { "/": Both } });
  const marked = await screen.findByRole("img", { name: "Private" });
  expect(marked.closest("li")?.textContent).toContain("Hidden");
});
