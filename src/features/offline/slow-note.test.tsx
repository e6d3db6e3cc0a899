// @vitest-environment happy-dom
import { useQuery } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { downloadOf } from "../../../tests/support/items.ts";
import { renderMember } from "../../../tests/support/member-screen.tsx";
import { texts } from "../../texts/texts.ts";
import { SlowNote } from "./SlowNote.tsx";

/** Two screens whose lists come when the test says so. */
async function open({ isSaved = true } = {}) {
  const answers = new Map<string, () => void>();
  const List = ({ name }: { name: string }) => {
    const queryFn = () => new Promise((resolve) => answers.set(name, () => resolve(name)));
    return useQuery({ queryKey: [name], queryFn }).isSuccess ? `${name} is there` : `${name} waits`;
  };
  const Screens = () => {
    const [name, setName] = useState("");
    return (
      <>
        {name && <SlowNote />}
        {name && <List key={name} name={name} />}
        <button onClick={() => setName(name ? "next" : "first")}>Go on</button>
      </>
    );
  };
  const shown = renderMember({ routes: { "/": Screens } });
  if (isSaved) await act(() => shown.account.db.downloads.put(downloadOf(1, { state: "ready" })));
  await waitFor(() => expect(shown.account.downloads.get()?.size).toBe(isSaved ? 1 : 0));
  const said: string[] = [];
  const gone: string[] = [];
  shown.toaster.connect({ show: ({ text }) => void said.push(text), dismiss: (id) => void gone.push(id) });
  const button = await screen.findByRole("button");
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  fireEvent.click(button);
  return { ...shown, said, gone, answer: (name: string) => answers.get(name)?.() };
}

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test("a screen that waits long for its first data says so, and asks whether the server is there (17.3)", async () => {
  const { said, gone, online, answer } = await open();
  await screen.findByText(/first waits/);
  await wait(4_000);
  expect([said, online.check.mock.calls]).toEqual([[], []]);
  await wait(2_000);
  expect(said).toEqual([texts.frame.slowNote]);
  expect(online.check).toHaveBeenCalledOnce();
  gone.length = 0;
  act(() => answer("first"));
  await screen.findByText(/first is there/);
  await waitFor(() => expect(gone).toEqual(["slow"]));
});

test("it is said once in a visit, but the server is asked each time", async () => {
  const { said, online, answer } = await open();
  await screen.findByText(/first waits/);
  await wait(6_000);
  act(() => answer("first"));
  await screen.findByText(/first is there/);
  await wait(100);
  fireEvent.click(screen.getByRole("button"));
  await screen.findByText(/next waits/);
  await wait(6_000);
  expect(online.check).toHaveBeenCalledTimes(2);
  expect(said).toEqual([texts.frame.slowNote]);
});

test("being offline has its own note, and no saved songs are promised where there are none", async () => {
  const { said, online } = await open({ isSaved: false });
  await screen.findByText(/first waits/);
  act(() => online.set(false));
  await wait(6_000);
  expect(said).toEqual([]);
  act(() => online.set(true));
  await wait(6_000);
  expect(said).toEqual([texts.app.slow]);
});

test("many short waits are no long one", async () => {
  const Part = ({ at }: { at: number }) => {
    useQuery({ queryKey: ["part", at], queryFn: () => new Promise((resolve) => setTimeout(() => resolve(at), 900)) });
    return null;
  };
  const Parts = () => {
    const [count, setCount] = useState(0);
    return (
      <>
        <SlowNote />
        <button onClick={() => setCount(count + 1)}>More</button>
        {Array.from({ length: count }, (_, at) => (
          <Part key={at} at={at} />
        ))}
      </>
    );
  };
  const { toaster, online } = renderMember({ routes: { "/": Parts } });
  const said: string[] = [];
  toaster.connect({ show: ({ text }) => void said.push(text), dismiss: () => {} });
  const more = await screen.findByRole("button");
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  for (let turn = 0; turn < 12; turn += 1) {
    fireEvent.click(more);
    await wait(700);
  }
  expect([said, online.check.mock.calls]).toEqual([[], []]);
});
