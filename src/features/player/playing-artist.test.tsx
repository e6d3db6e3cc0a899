// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { snapshotOf } from "../../../tests/support/items.ts";
import { member, renderMember } from "../../../tests/support/member-screen.tsx";
import { SongMenuActionsContext } from "../songs/song-menu-context.ts";
import { PlayingArtist } from "./PlayingArtist.tsx";
import { trackOf } from "./song-registry.ts";

function show(owner: string) {
  const song = snapshotOf(1, { artist: "The Shore", owner });
  const done: string[] = [];
  const Screen = () => (
    <SongMenuActionsContext value={{ goToArtist: (of) => done.push(`to ${of.owner}`) }}>
      <PlayingArtist track={trackOf(song)} song={song} onLeave={() => done.push("left")} />
    </SongMenuActionsContext>
  );
  return { ...renderMember({ routes: { "/": Screen }, answers: {} }), done };
}

test("the artist of somebody else's song leads to them, and closes the player first (specification 6.31)", async () => {
  const { user, done } = show("somebody");
  await user.click(await screen.findByRole("button", { name: "The Shore" }));
  expect(done).toEqual(["left", "to somebody"]);
});

test("the artist of one's own song is a text", async () => {
  show(member.uid);
  await screen.findByText("The Shore");
  expect(screen.queryByRole("button", { name: "The Shore" })).toBeNull();
});
