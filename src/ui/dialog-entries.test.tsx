// @vitest-environment happy-dom
import { act, configure, screen, waitFor } from "@testing-library/react";
import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type HistoryState,
  Link,
  Outlet,
  RouterProvider,
  useNavigate,
} from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { renderForUser } from "../../tests/support/component.ts";
import { type Engine, slowHistory } from "../../tests/support/slow-history.ts";
import { Dialog } from "./Dialog.tsx";
import { useBackCloses } from "./use-back-closes.ts";

// A slow machine takes its time.
configure({ asyncUtilTimeout: 10_000 });

/** Dialogs, of which the second one's form goes with its dialog, and the third one is at work. */
function Page() {
  const [open, setOpen] = useState<"first" | "second" | "third">();
  const [turn, setTurn] = useState(0);
  const close = () => setOpen(undefined);
  return (
    <>
      <h1>Songs</h1>
      <Link to="/artist">Onwards</Link>
      <button onClick={() => setOpen("first")}>Open first</button>
      <button onClick={() => setOpen("second")}>Open second</button>
      <button onClick={() => setOpen("third")}>Open third</button>
      <Parts />
      <More />
      <Dialog title="First" open={open === "first"} onClose={close}>
        <button onClick={() => setOpen("second")}>Go on with second</button>
        <Link to="/artist">Leave</Link>
      </Dialog>
      <Dialog key={turn} title="Second" open={open === "second"} onClose={close}>
        <button
          onClick={() => {
            close();
            setTurn(turn + 1);
          }}
        >
          Forget
        </button>
      </Dialog>
      <Dialog title="Third" open={open === "third"} onClose={close} dismissible={false}>
        <button onClick={close}>Done</button>
      </Dialog>
    </>
  );
}

/** Its button notes in the page's entry that more is shown. */
function More() {
  const navigate = useNavigate();
  const more = (before: HistoryState) => ({ ...before, kept: { more: 2 } });
  return <button onClick={() => void navigate({ to: ".", state: more, replace: true })}>Show more</button>;
}

/** Two parts that open together, as they do when the page is mounted anew. */
function Parts() {
  const [open, setOpen] = useState<readonly string[]>([]);
  return (
    <>
      <button onClick={() => setOpen(["one", "two"])}>Open both parts</button>
      {["one", "two"].map((name) => (
        <Part key={name} open={open.includes(name)} onClose={() => setOpen(open.filter((other) => other !== name))}>
          Part {name}
        </Part>
      ))}
    </>
  );
}

function Part({ open, onClose, children }: { open: boolean; onClose: () => void; children: ReactNode }) {
  useBackCloses(open, true, onClose);
  return open && <section>{children}</section>;
}

/** What waits for the browser to make a step. */
let patience: (() => void)[] = [];
const { setTimeout } = globalThis;

beforeEach(() => {
  patience = [];
  // A slow machine must not take the browser for one that ignores the step.
  vi.stubGlobal("setTimeout", (run: () => void, ms?: number, ...rest: unknown[]) =>
    ms === 5_000 ? void patience.push(run) : setTimeout(run, ms, ...rest),
  );
});
afterEach(() => void vi.unstubAllGlobals());

interface Options {
  engine?: Engine;
  /** The pages of the tab before this one. */
  before?: string[];
  /** Of the document before, which was loaded anew while so many dialogs were open. */
  dialogs?: number;
}

async function showSongs({ engine = "when made", before = ["/home-page"], dialogs = 0 }: Options = {}) {
  const reloaded = Array.from({ length: dialogs }, (_, n) => ({ path: "/mysongs", state: { dialog: `old ${n}` } }));
  const slow = slowHistory([...[...before, "/mysongs"].map((path) => ({ path })), ...reloaded], engine);
  const root = createRootRoute({ component: Outlet });
  const route = (path: string, content: () => ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component: content });
  const heading = (name: string) => () => <h1>{name}</h1>;
  const routeTree = root.addChildren([
    route("/home-page", heading("Before")),
    route("/mysongs", Page),
    route("/artist", heading("After")),
  ]);
  const history = createBrowserHistory({ window: slow.window });
  const { user } = renderForUser(<RouterProvider router={createRouter({ routeTree, history }) as never} />);
  await screen.findByRole("heading", { name: "Songs" });
  const press = (name: string) => user.click(screen.getByRole("button", { name }));
  const open = async (name: string) => {
    const { length } = slow.paths();
    await press(name);
    await waitFor(() => expect(slow.paths()).toHaveLength(length + 1));
  };
  /** Back, and all that it leads to. */
  const goBack = async () => {
    slow.window.history.back();
    await arrive();
  };
  const arrive = async () => {
    while (slow.isStepping()) await act(async () => slow.arrive());
  };
  const close = async () => {
    await press("Close");
    await waitFor(() => expect(slow.isStepping()).toBe(true));
  };
  return { ...slow, user, press, open, close, goBack, arrive };
}

const shown = (name: string) => screen.findByRole("heading", { level: 1, name });
const dialog = (name: string) => screen.queryByRole("dialog", { name });

describe.each<Engine>(["when asked", "when made"])("while a step back is on its way, which is aimed %s", (engine) => {
  test.each(["second", "first"])("the %s dialog can open, and Back closes it", async (next) => {
    const { press, open, close, arrive, goBack, paths } = await showSongs({ engine });
    await open("Open first");
    await close();
    await press(`Open ${next}`);
    await arrive();
    const name = next === "first" ? "First" : "Second";
    await waitFor(() => expect(paths()).toEqual(["/home-page", "/mysongs", "/mysongs"]));
    expect(dialog(name)).not.toBeNull();
    await goBack();
    await waitFor(() => expect(dialog(name)).toBeNull());
    expect(paths()).toEqual(["/home-page", "/mysongs"]);
    await goBack();
    await shown("Before");
  });

  test("a link leads to its page, and Back to the one before", async () => {
    const { user, open, close, arrive, goBack, paths } = await showSongs({ engine });
    await open("Open first");
    await close();
    await user.click(screen.getByRole("link", { name: "Onwards" }));
    await arrive();
    await shown("After");
    await waitFor(() => expect(paths()).toEqual(["/home-page", "/mysongs", "/artist"]));
    await goBack();
    await shown("Songs");
    await goBack();
    await shown("Before");
  });

  test("what the page notes in its entry stays there, and Back finds the page", async () => {
    const { user, press, open, close, arrive, goBack, paths, window } = await showSongs({ engine });
    await open("Open first");
    await close();
    await press("Show more");
    await arrive();
    await waitFor(() => expect(window.history.state).toHaveProperty("kept", { more: 2 }));
    await user.click(screen.getByRole("link", { name: "Onwards" }));
    await shown("After");
    await goBack();
    await shown("Songs");
    expect(paths()).toEqual(["/home-page", "/mysongs"]);
  });

  test("a dialog that opens and closes again leaves nothing", async () => {
    const { press, open, close, arrive, goBack, paths } = await showSongs({ engine });
    await open("Open first");
    await close();
    await press("Open second");
    await press("Close");
    await arrive();
    await waitFor(() => expect(paths()).toEqual(["/home-page", "/mysongs"]));
    await goBack();
    await shown("Before");
  });
});

test("parts that open together close one by one", async () => {
  const { press, goBack, paths } = await showSongs();
  await press("Open both parts");
  await waitFor(() => expect(paths()).toEqual(["/home-page", "/mysongs", "/mysongs", "/mysongs"]));
  await goBack();
  await waitFor(() => expect(screen.queryByText("Part two")).toBeNull());
  expect(screen.queryByText("Part one")).not.toBeNull();
  await goBack();
  await waitFor(() => expect(screen.queryByText("Part one")).toBeNull());
  await goBack();
  await shown("Before");
});

test("a dialog in the place of another takes its entry's place", async () => {
  const { press, open, arrive, goBack, paths } = await showSongs();
  await open("Open first");
  await press("Go on with second");
  await arrive();
  await waitFor(() => expect(paths()).toEqual(["/home-page", "/mysongs", "/mysongs"]));
  await goBack();
  await waitFor(() => expect(dialog("Second")).toBeNull());
  await goBack();
  await shown("Before");
});

test("Forward, after Back has closed a dialog, opens nothing, and Back from there leaves the page", async () => {
  const { open, window, arrive, goBack, paths } = await showSongs();
  await open("Open first");
  await goBack();
  await waitFor(() => expect(dialog("First")).toBeNull());
  window.history.forward();
  await arrive();
  expect(dialog("First")).toBeNull();
  await shown("Songs");
  await goBack();
  await shown("Before");
  expect(paths()).toEqual(["/home-page"]);
});

test("two steps back at once close the dialog and leave the page", async () => {
  const { open, window, arrive } = await showSongs();
  await open("Open first");
  window.history.go(-2);
  await arrive();
  await shown("Before");
  expect(dialog("First")).toBeNull();
});

test("Back passes over the entry of a dialog that went with its page", async () => {
  const { user, open, goBack, paths } = await showSongs();
  await open("Open first");
  await user.click(screen.getByRole("link", { name: "Leave" }));
  await shown("After");
  await goBack();
  await shown("Songs");
  expect(paths()).toEqual(["/home-page", "/mysongs"]);
  await goBack();
  await shown("Before");
});

test("Back passes over the entry of a dialog that is replaced as it closes", async () => {
  const { press, open, goBack } = await showSongs();
  await open("Open second");
  await press("Forget");
  await waitFor(() => expect(dialog("Second")).toBeNull());
  await goBack();
  await shown("Before");
});

describe.each([1, 2])("after a reload with %i open dialogs", (dialogs) => {
  test("a start gives their entries back", async () => {
    const { goBack, arrive, paths } = await showSongs({ dialogs });
    await arrive();
    expect(paths()).toEqual(["/home-page", "/mysongs"]);
    await goBack();
    await shown("Before");
    expect(paths()).toEqual(["/home-page"]);
  });

  // From the first entry of a tab Back leads to the app that opened it, or closes it.
  test("nothing of them stands before the first entry of a tab", async () => {
    const { open, close, arrive, paths } = await showSongs({ before: [], dialogs });
    await arrive();
    expect(paths()).toEqual(["/mysongs"]);
    await open("Open first");
    await close();
    await arrive();
    expect(paths()).toEqual(["/mysongs"]);
  });

  test("Back passes over them where the browser ignores that", async () => {
    const { goBack, ignore, paths } = await showSongs({ dialogs });
    ignore();
    patience.at(-1)?.();
    await goBack();
    await shown("Before");
    expect(paths()).toEqual(["/home-page"]);
  });

  test("what opens at once stands on the page", async () => {
    const { press, arrive, goBack, paths } = await showSongs({ dialogs });
    await press("Open first");
    await arrive();
    await waitFor(() => expect(paths()).toEqual(["/home-page", "/mysongs", "/mysongs"]));
    expect(dialog("First")).not.toBeNull();
    await goBack();
    await waitFor(() => expect(dialog("First")).toBeNull());
    await goBack();
    await shown("Before");
  });
});

test("Back leaves a dialog open that is at work, and no entry behind once it is done", async () => {
  const { press, open, goBack, arrive, paths } = await showSongs();
  await open("Open third");
  await goBack();
  await arrive();
  expect(dialog("Third")).not.toBeNull();
  expect(paths()).toEqual(["/home-page", "/mysongs", "/mysongs"]);
  await press("Done");
  await waitFor(() => expect(dialog("Third")).toBeNull());
  await arrive();
  await waitFor(() => expect(paths()).toEqual(["/home-page", "/mysongs"]));
  await goBack();
  await shown("Before");
});

test("a link leads on where the browser ignores the step back", async () => {
  const { user, open, close, ignore } = await showSongs();
  await open("Open first");
  await close();
  ignore();
  await user.click(screen.getByRole("link", { name: "Onwards" }));
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Songs");
  patience.at(-1)?.();
  await shown("After");
});
