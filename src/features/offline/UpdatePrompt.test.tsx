// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { useEffect, useState } from "react";
import { expect, test, vi } from "vitest";
import { renderMember } from "../../../tests/support/member-screen.tsx";
import { setUpdate, setWaiting } from "../../pwa/update-state.ts";
import { UpdatePrompt } from "./UpdatePrompt.tsx";

const Screen = () => (
  <main>
    <h1>Home</h1>
    <UpdatePrompt />
  </main>
);

// 17.40, 20.4
test("a new version is accepted or put away, and the focus goes on from the button that goes", async () => {
  const accept = vi.fn<() => void>();
  setWaiting(accept);
  const { user } = renderMember({ routes: { "/": Screen } });
  await user.click(await screen.findByRole("button", { name: "Update" }));
  expect(accept).toHaveBeenCalledOnce();
  expect(document.activeElement?.textContent).toBe("Home");
  const hide = screen.getByRole("button", { name: "Hide" });
  hide.focus();
  await user.click(hide);
  expect(screen.queryByRole("button", { name: "Hide" })).toBeNull();
  expect(document.activeElement?.textContent).toBe("Home");
});

// 17.41, 17.50
test("what was accepted stays accepted when the page is mounted anew", async () => {
  setUpdate({ accepted: false });
  setWaiting(() => {});
  let mountAnew = () => {};
  function Spoken() {
    const [key, setKey] = useState(0);
    // As `page-root.tsx` does for each language.
    useEffect(() => {
      mountAnew = () => setKey(1);
    }, []);
    return <Screen key={key} />;
  }
  const { user } = renderMember({ routes: { "/": Spoken } });
  await user.click(await screen.findByRole("button", { name: "Update" }));
  act(() => mountAnew());
  expect(screen.queryByRole("button", { name: "Update" })).toBeNull();
});

const Filling = () => (
  <main>
    <h1>Home</h1>
    <form>
      <input aria-label="Title" />
    </form>
    <UpdatePrompt />
  </main>
);

// 17.41
test("a page that accepted does not reload while somebody types, as when a song ends", async () => {
  const reload = vi.spyOn(location, "reload").mockImplementation(() => {});
  setUpdate({ accepted: false, replaced: false });
  setWaiting(() => {});
  const { user } = renderMember({ routes: { "/": Filling } });
  await user.click(await screen.findByRole("button", { name: "Update" }));
  await user.type(screen.getByRole("textbox"), "Shore");
  vi.useFakeTimers();
  act(() => setUpdate({ replaced: true }));
  vi.advanceTimersByTime(5_000);
  expect(reload).not.toHaveBeenCalled();
  act(() => screen.getByRole("textbox").blur());
  vi.advanceTimersByTime(1_000);
  expect(reload).toHaveBeenCalledOnce();
  vi.useRealTimers();
  act(() => setUpdate({ accepted: false, replaced: false }));
});
