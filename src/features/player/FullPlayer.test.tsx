// @vitest-environment happy-dom
import { act, screen, within } from "@testing-library/react";
import { useSyncExternalStore } from "react";
import { expect, test, vi } from "vitest";
import { createBench } from "../../../tests/support/fake-sounds.ts";
import { snapshotOf } from "../../../tests/support/items.ts";
import { renderMember } from "../../../tests/support/member-screen.tsx";
import { createStore } from "../../lib/store.ts";
import { type SongMenuActions, SongMenuActionsContext } from "../songs/song-menu-context.ts";
import { FullPlayer } from "./FullPlayer.tsx";
import { NothingAhead } from "./NothingAhead.tsx";
import { playerOf } from "./player.ts";
import { trackOf } from "./song-registry.ts";

const songs = [snapshotOf(1), snapshotOf(2), snapshotOf(3)];

test("the sheet, where phones have their queue, saves and clears it (specification 6.21, 6.28)", async () => {
  const { engine } = createBench();
  const createPlaylist = vi.fn<NonNullable<SongMenuActions["createPlaylist"]>>();
  const Screen = () => (
    <SongMenuActionsContext value={{ createPlaylist }}>
      <FullPlayer
        track={trackOf(snapshotOf(2))}
        open
        onClose={() => {}}
        like={null}
        artist=""
        menu={null}
        hasLyrics={false}
      />
    </SongMenuActionsContext>
  );
  const { app, user } = renderMember({ routes: { "/": Screen }, services: { loadedAudio: () => engine } });
  act(() => playerOf(app).play(songs, 1));
  const next = within(await screen.findByRole("region", { name: "Up next" }));
  await user.click(next.getByRole("button", { name: "Save the queue as a playlist" }));
  expect(createPlaylist.mock.calls).toEqual([[songs]]);
  await user.click(next.getByRole("button", { name: "Clear the queue" }));
  expect(engine.state().queue).toHaveLength(1);
  expect(document.activeElement?.textContent).toBe("Up next");
});

test("a song without words leaves the focus of its Lyrics button in the sheet (specification 20.4)", async () => {
  const { engine } = createBench();
  const shared = { track: trackOf(snapshotOf(2)), open: true, onClose: () => {}, like: null, artist: "", menu: null };
  const words = createStore(true);
  const Screen = () => <FullPlayer {...shared} hasLyrics={useSyncExternalStore(words.subscribe, words.get)} />;
  renderMember({ routes: { "/": Screen }, services: { loadedAudio: () => engine } });
  (await screen.findByRole("button", { name: "Lyrics" })).focus();
  act(() => words.set(false));
  expect(document.activeElement?.textContent).toBe("Now playing");
});

test.each([
  ["all", "From the top again: Song 1"],
  ["one", "Then this song again."],
  ["off", "Nothing comes after this song."],
] as const)("below the last song, with repeat %s, stands what follows it (specification 6.24)", async (mode, said) => {
  const { engine } = createBench();
  const Screen = () => <NothingAhead className={undefined} />;
  const { app } = renderMember({ routes: { "/": Screen }, services: { loadedAudio: () => engine } });
  act(() => {
    playerOf(app).play(songs, 1);
    engine.setRepeat(mode);
  });
  expect(screen.queryByText(said)).toBeNull();
  act(() => engine.jumpTo(2));
  expect(await screen.findByText(said)).toBeTruthy();
});
