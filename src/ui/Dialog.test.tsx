// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { useState, type ComponentProps, type ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { renderForUser } from "../../tests/support/component.ts";
import { Dialog } from "./Dialog.tsx";

type Options = Partial<ComponentProps<typeof Dialog>>;

/** Renders a page with an open dialog. */
const showPage = (options: Options = {}) =>
  openOn(function Page() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button onClick={() => setOpen(true)}>Rename…</button>
        <Dialog title="Rename" {...options} open={open} onClose={() => setOpen(false)}>
          {options.children ?? <p>For everybody</p>}
          <button onClick={() => setOpen(false)}>Save</button>
        </Dialog>
      </>
    );
  });

/** Opens the dialog of a page; the history has another page before it. */
async function openOn(component: () => ReactNode) {
  const root = createRootRoute({ component: Outlet });
  const page = createRoute({ getParentRoute: () => root, path: "/", component });
  const before = createRoute({ getParentRoute: () => root, path: "/before", component: () => "Before" });
  const history = createMemoryHistory({ initialEntries: ["/before", "/"] });
  const router = createRouter({ routeTree: root.addChildren([page, before]), history });
  const { user } = renderForUser(<RouterProvider router={router} />);
  const opener = await screen.findByRole("button", { name: "Rename…" });
  await user.click(opener);
  return { user, history, opener, dialog: screen.getByRole("dialog", { name: "Rename" }) };
}

const waitUntilClosed = (opener: HTMLElement) =>
  vi.waitFor(() => {
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(document.activeElement).toBe(opener);
  });

// 20.5
test("is named by its title and focuses it", async () => {
  await showPage();
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Rename" }));
});

// 20.4
test("where what opened it is gone, the focus goes to the screen's heading", async () => {
  const { user } = await openOn(function Page() {
    const [open, setOpen] = useState(false);
    const [isEmpty, setEmpty] = useState(true);
    return (
      <main>
        <h1>Songs</h1>
        {isEmpty && <button onClick={() => setOpen(true)}>Rename…</button>}
        <Dialog title="Rename" open={open} onClose={() => setOpen(false)}>
          <button onClick={() => setEmpty(false)}>Add</button>
        </Dialog>
      </main>
    );
  });
  await user.click(screen.getByRole("button", { name: "Add" }));
  await user.keyboard("{Escape}");
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Songs" }));
});

test("where nothing had the focus before, as with files that another app shares, so does it", async () => {
  const { user } = await openOn(function Page() {
    const [open, setOpen] = useState(false);
    return (
      <main>
        <h1>Songs</h1>
        <button
          onClick={({ currentTarget }) => {
            currentTarget.blur();
            setOpen(true);
          }}
        >
          Rename…
        </button>
        <Dialog title="Rename" open={open} onClose={() => setOpen(false)} />
      </main>
    );
  });
  await user.keyboard("{Escape}");
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Songs" }));
});

test("focuses the element marked with data-autofocus", async () => {
  await showPage({ children: <input aria-label="New name" data-autofocus /> });
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "New name" }));
});

test.each(["Close", "Save"])("%s closes it and restores the focus", async (name) => {
  const { user, opener } = await showPage();
  await user.click(screen.getByRole("button", { name }));
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(document.activeElement).toBe(opener);
});

test("Escape closes it, and it can reopen", async () => {
  const { user, opener } = await showPage();
  await user.keyboard("{Escape}");
  await waitUntilClosed(opener);
  await user.click(opener);
  expect(screen.getByRole("dialog", { name: "Rename" })).toHaveProperty("open", true);
  await user.keyboard("{Escape}");
  await waitUntilClosed(opener);
});

test("notices that the browser closed it without a cancel event", async () => {
  const { user, opener, dialog } = await showPage();
  act(() => dialog instanceof HTMLDialogElement && dialog.close());
  await waitUntilClosed(opener);
  await user.click(opener);
  expect(screen.getByRole("dialog", { name: "Rename" })).toHaveProperty("open", true);
});

test("a click outside closes it, unless the press began inside", async () => {
  const { user, opener, dialog } = await showPage();
  await user.pointer([
    { keys: "[MouseLeft>]", target: screen.getByText("For everybody") },
    { target: dialog },
    { keys: "[/MouseLeft]" },
  ]);
  await user.click(screen.getByText("For everybody"));
  expect(dialog).toHaveProperty("open", true);
  await user.click(dialog);
  await waitUntilClosed(opener);
});

test("the second press of a double click that closes it reaches nothing behind", async () => {
  const pressed = vi.fn<() => void>();
  const { opener } = await showPage();
  opener.addEventListener("click", pressed);
  fireEvent.click(screen.getByRole("button", { name: "Save" }), { detail: 1 });
  fireEvent.click(opener, { detail: 2 });
  expect(pressed).not.toHaveBeenCalled();
  expect(screen.queryByRole("dialog")).toBeNull();
  fireEvent.click(opener, { detail: 1 });
  expect(pressed).toHaveBeenCalledOnce();
});

// 3.2.7
test("Back closes it and stays on the page", async () => {
  const { history, opener } = await showPage();
  await vi.waitFor(() => expect(history.length).toBe(3));
  act(() => history.back());
  await waitUntilClosed(opener);
  expect(history.location.pathname).toBe("/");
  act(() => history.back());
  await screen.findByText("Before");
});

test("removes its history entry when a button closes it", async () => {
  const { user, history, opener } = await showPage();
  await vi.waitFor(() => expect(history.length).toBe(3));
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitUntilClosed(opener);
  await vi.waitFor(() => expect(history.location.state).not.toHaveProperty("dialog"));
  act(() => history.back());
  await screen.findByText("Before");
});

test("two that close at once leave no history entry behind", async () => {
  const { user, history, opener } = await openOn(function Page() {
    const [open, setOpen] = useState<"none" | "one" | "both">("none");
    return (
      <>
        <button onClick={() => setOpen("one")}>Rename…</button>
        <Dialog title="Rename" open={open !== "none"} onClose={() => setOpen("none")}>
          <button onClick={() => setOpen("both")}>Save</button>
        </Dialog>
        <Dialog title="Sure?" open={open === "both"} onClose={() => setOpen("one")}>
          <button onClick={() => setOpen("none")}>Yes</button>
        </Dialog>
      </>
    );
  });
  await vi.waitFor(() => expect(history.length).toBe(3));
  await user.click(screen.getByRole("button", { name: "Save" }));
  await vi.waitFor(() => expect(history.length).toBe(4));
  await user.click(screen.getByRole("button", { name: "Yes" }));
  await waitUntilClosed(opener);
  await vi.waitFor(() => expect(history.location.state).not.toHaveProperty("dialog"));
  act(() => history.back());
  await screen.findByText("Before");
});

test("ignores Escape and clicks outside, and has no close button, when not dismissible", async () => {
  const { user, opener, dialog } = await showPage({ dismissible: false });
  await user.keyboard("{Escape}");
  await user.click(dialog);
  expect(dialog).toHaveProperty("open", true);
  expect(screen.queryByRole("button", { name: "Close" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitUntilClosed(opener);
});
