// @vitest-environment happy-dom
/** Pause and Play before the player's script has come (specification 6.4). */
import { act, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { createBench, openMs } from "../../../tests/support/fake-sounds.ts";
import { snapshotOf } from "../../../tests/support/items.ts";
import { renderMember } from "../../../tests/support/member-screen.tsx";
import type { AudioEngine } from "../../audio/audio-engine.ts";
import { nextTask } from "../../lib/yield-to-event-loop.ts";
import { playerOf } from "./player.ts";
import { PlayButton } from "./Transport.tsx";

test("Pause keeps a song from starting, and Play lets it start, also once the script is there", async () => {
  const { engine, clock } = createBench();
  let come: (engine: AudioEngine) => void = () => {};
  const coming = new Promise<AudioEngine>((resolve) => (come = resolve));
  const { app, user } = renderMember({ routes: { "/": () => <PlayButton /> }, services: { audio: () => coming } });
  await screen.findByRole("button", { name: "Play" });
  await act(async () => {
    playerOf(app).play([snapshotOf(1)], 0);
    await nextTask();
  });
  await user.click(await screen.findByRole("button", { name: "Pause" }));
  await user.click(await screen.findByRole("button", { name: "Play" }));
  await user.click(await screen.findByRole("button", { name: "Pause" }));
  await act(async () => {
    come(engine);
    await nextTask();
    await clock.advance(openMs);
  });
  expect(engine.state()).toMatchObject({ status: "paused", track: { songId: snapshotOf(1)._id } });
  await user.click(await screen.findByRole("button", { name: "Play" }));
  await act(() => clock.advance(openMs));
  expect(engine.state().status).toBe("playing");
});
