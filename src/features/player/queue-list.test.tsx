// @vitest-environment happy-dom
/** The rows of the queue, and how often what shows the player renders. */
import { Profiler, type ReactNode } from "react";
import { act, createEvent, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { SongSnapshot } from "../../../contract/songs.ts";
import { createBench, openMs } from "../../../tests/support/fake-sounds.ts";
import { renderMember } from "../../../tests/support/member-screen.tsx";
import { nextTask } from "../../lib/yield-to-event-loop.ts";
import { Cover } from "../../ui/Cover.tsx";
import { playerOf } from "./player.ts";
import { PlayerMenu } from "./PlayerMenu.tsx";
import { QueueList } from "./QueueList.tsx";
import { useNowPlaying, useSkipped } from "./use-player.ts";
import { VolumeControl } from "./VolumeControl.tsx";

vi.mock(import("../../ui/Cover.tsx"), { spy: true });
afterEach(() => void vi.unstubAllGlobals());

const songs = Array.from(
  { length: 300 },
  (_, n) => ({ _id: `song-${n}`, title: `Song ${n}`, artist: "Ana", songImage: null, duration: 60 }) as SongSnapshot,
);

/** A song that the player has changed to is drawn in the next task. */
const drawn = async (change: () => void) =>
  act(async () => {
    change();
    await nextTask();
  });

function renderPlayer(Screen: () => ReactNode) {
  const { engine, clock } = createBench();
  const { app } = renderMember({ routes: { "/": Screen }, services: { loadedAudio: () => engine } });
  act(() => playerOf(app).play(songs, 0));
  return { engine, clock };
}

/** Its rows may take turns: they come once the player has told of its song. */
async function upNextFilled(): Promise<void> {
  const list = await screen.findByRole("list", { name: "Up next" });
  await vi.waitFor(() => {
    for (const row of within(list).getAllByRole("listitem")) within(row).getByRole("button", { name: /^Play / });
  }, 10_000);
}

const titlesIn = (part: string) =>
  within(screen.getByRole("list", { name: part }))
    .getAllByRole("button", { name: /^Play / })
    .map((button) => button.getAttribute("aria-label"));

// 6.28
test("a press in the queue shows what plays before it moves all the other rows and the marks of lists", async () => {
  const { engine } = renderPlayer(() => (
    <>
      <QueueList part="played" />
      <QueueList part="current" />
      <QueueList part="ahead" />
      <p>Marked: {useNowPlaying()?.songId}</p>
    </>
  ));
  await upNextFilled();
  expect(titlesIn("Up next")[0]).toBe("Play Song 1");
  // As in a browser: a press is drawn in its own task, and what is deferred in later ones.
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  engine.jumpTo(3);
  // The sound was started alone: the screen follows in the next task.
  await Promise.resolve();
  expect(titlesIn("Now playing")).toEqual(["Play Song 0"]);
  await nextTask();
  await Promise.resolve();
  expect(titlesIn("Now playing")).toEqual(["Play Song 3"]);
  expect(titlesIn("Up next")[0]).toBe("Play Song 1");
  screen.getByText("Marked: song-0");
  await vi.waitFor(() => expect(titlesIn("Up next")[0]).toBe("Play Song 4"), { timeout: 10_000 });
  // The rows come, and their content takes turns.
  const played = ["Play Song 0", "Play Song 1", "Play Song 2"];
  await vi.waitFor(() => expect(titlesIn("Before this song")).toEqual(played), { timeout: 10_000 });
  screen.getByText("Marked: song-3");
});

// 21.7
test("rows that a press brings to the queue get their content in turns, and those that it had keep theirs", async () => {
  const { engine } = renderPlayer(() => (
    <>
      <QueueList part="played" />
      <QueueList part="ahead" />
    </>
  ));
  await upNextFilled();
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal("requestAnimationFrame", (run: FrameRequestCallback) => frames.push(run));
  await drawn(() => engine.jumpTo(1));
  await drawn(() => engine.jumpTo(9));
  const rows = within(screen.getByRole("list", { name: "Before this song" })).getAllByRole("listitem");
  const filled = () => rows.filter((row) => row.querySelector("button") !== null).length;
  expect(rows).toHaveLength(9);
  expect(filled()).toBe(1);
  expect(titlesIn("Up next")[0]).toBe("Play Song 10");
  for (let frame = 0; frame < 9; frame += 1) {
    const before = filled();
    // Frames of a slow device: quick ones take more.
    act(() => frames.splice(0).forEach((run) => run(1e6 + frame * 50)));
    expect(filled() - before).toBeLessThanOrEqual(4);
  }
  expect(filled()).toBe(9);
});

// 21.7
test("a row of the queue whose place alone changes does not draw its content again", async () => {
  const { engine } = renderPlayer(() => <QueueList part="ahead" />);
  await upNextFilled();
  const row = screen.getByRole("button", { name: "Play Song 9" }).closest("li");
  expect(row?.getAttribute("aria-posinset")).toBe("9");
  vi.mocked(Cover).mockClear();
  await drawn(() => engine.next());
  expect(row?.getAttribute("aria-posinset")).toBe("8");
  expect(vi.mocked(Cover).mock.calls.map(([{ title }]) => title)).not.toContain("Song 9");
});

test("what marks songs renders again for another song, and not for the volume", async () => {
  let renders = 0;
  const { engine, clock } = renderPlayer(() => {
    useSkipped();
    const { songId } = useNowPlaying() ?? {};
    renders += 1;
    return <p>{songId}</p>;
  });
  await screen.findByText("song-0");
  await act(async () => clock.advance(1_000));
  const before = renders;
  act(() => engine.setVolume(0.9));
  act(() => engine.seek(20));
  expect(renders).toBe(before);
  await drawn(() => engine.next());
  screen.getByText("song-1");
});

test("what shows a part of the player renders for that part alone", async () => {
  const renders: string[] = [];
  const note = (id: string) => renders.push(id);
  const { engine, clock } = renderPlayer(() => (
    <>
      <Profiler id="volume" onRender={note}>
        <VolumeControl />
      </Profiler>
      <Profiler id="menu" onRender={note}>
        <PlayerMenu />
      </Profiler>
      <Profiler id="queue" onRender={note}>
        <QueueList part="ahead" />
      </Profiler>
    </>
  ));
  await upNextFilled();
  await act(async () => clock.advance(1_000));
  renders.length = 0;
  act(() => engine.setVolume(0.9));
  expect(renders.splice(0)).toEqual(["volume"]);
  await drawn(() => engine.next());
  expect(new Set(renders)).toEqual(new Set(["queue"]));
});

// 20.13
test("a finger that stays on a row of the queue plays nothing", async () => {
  const { engine } = renderPlayer(() => <QueueList part="ahead" />);
  await upNextFilled();
  const row = screen.getByRole("button", { name: "Play Song 2" });
  const press = (ms: number) =>
    act(async () => {
      for (const [type, at] of [
        ["pointerDown", 1_000],
        ["click", 1_000 + ms],
      ] as const) {
        const event = createEvent[type](row, { pointerType: "touch", detail: 1 });
        Object.defineProperty(event, "timeStamp", { value: at });
        fireEvent(row, event);
      }
      await nextTask();
    });
  await press(800);
  expect(engine.state().track?.title).toBe("Song 0");
  await press(120);
  expect(engine.state().track?.title).toBe("Song 2");
});

// 6.8
test("a song of the queue that needs the network is refused only after the server was asked for", async () => {
  const { engine, clock, away, failures, sounding } = createBench();
  const { app, online, account } = renderMember({
    routes: { "/": () => <QueueList part="ahead" /> },
    services: { loadedAudio: () => engine },
  });
  act(() => playerOf(app).play(songs.slice(0, 3), 0));
  await act(() => clock.advance(openMs));
  const row = await screen.findByRole("button", { name: "Play Song 1" });
  await vi.waitFor(() => expect(account.downloads.get()).toBeDefined(), 10_000);
  // The network went, and has just come back: nobody has noticed.
  away.add("song-1").add("song-2");
  act(() => online.set(false));
  vi.spyOn(app.config, "refresh").mockResolvedValue(undefined as never); // nobody reads it
  online.report.mockImplementation((reached) => {
    online.set(reached);
    if (reached) away.clear();
  });
  fireEvent.click(row);
  await vi.waitFor(() => expect(online.report).toHaveBeenCalledWith(true), 10_000);
  expect(failures).toEqual([]);
  await act(() => clock.advance(openMs));
  expect(sounding()).toEqual(["song-1"]);
});

// 6.8
test("a press on the song of the queue that plays goes on with it", async () => {
  const { engine, clock } = createBench();
  const { app } = renderMember({
    routes: { "/": () => <QueueList part="current" /> },
    services: { loadedAudio: () => engine },
  });
  act(() => playerOf(app).play(songs.slice(0, 3), 0));
  await act(() => clock.advance(openMs + 20_000));
  fireEvent.click(await screen.findByRole("button", { name: "Play Song 0" }));
  expect(engine.position.get()).toBeGreaterThan(19);
});
