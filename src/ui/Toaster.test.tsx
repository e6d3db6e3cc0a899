// @vitest-environment happy-dom
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderForUser } from "../../tests/support/component.ts";
import { Toaster } from "./Toaster.tsx";
import { createToastRegions } from "./toast-region.ts";
import { createToaster } from "./toaster.ts";

// happy-dom lacks them.
for (const name of ["showPopover", "hidePopover"] as const) {
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, value() {} });
}

const regions = createToastRegions();

const showToaster = () => {
  const toaster = createToaster({ ms: 4000, actionMs: 10_000 });
  renderForUser(<Toaster toaster={toaster} regions={regions} />);
  return toaster;
};

// 9.1
test("repeated toasts stand there once, in front, and each is announced", async () => {
  const toaster = showToaster();
  const region = await screen.findByRole("status");
  const announced: (string | null)[] = [];
  new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const { textContent } of addedNodes) announced.push(textContent);
  }).observe(region, { childList: true, subtree: true });
  act(() => void toaster.success("Saved"));
  act(() => void toaster.info("Downloaded"));
  for (let n = 0; n < 3; n += 1) act(() => void toaster.success("Saved"));
  await waitFor(() => expect(region.querySelectorAll("p")).toHaveLength(2));
  expect(Array.from(region.querySelectorAll("p"), ({ textContent }) => textContent)).toEqual(["Saved", "Downloaded"]);
  expect(announced.filter((text) => text === "Saved")).toHaveLength(4);
});

test("one that tells why a sign-in has ended stays until it is closed", async () => {
  const toaster = createToaster({ ms: 200, actionMs: 400 });
  const { user } = renderForUser(<Toaster toaster={toaster} regions={regions} />);
  await screen.findByRole("status");
  act(() => void toaster.show({ kind: "warning", text: "Your session has ended", stays: true }));
  for (const text of ["Saved", "Removed"]) {
    act(() => void toaster.success(text));
    await screen.findByText(text);
    await waitFor(() => expect(screen.queryByText(text)).toBeNull());
  }
  await user.click(within(screen.getByRole("status")).getByRole("button", { name: "Dismiss" }));
  await waitFor(() => expect(screen.queryByText("Your session has ended")).toBeNull());
});

test("a closed toast's action expires; a pressed one does not", async () => {
  const toaster = createToaster({ ms: 4000, actionMs: 10_000 });
  const { user } = renderForUser(<Toaster toaster={toaster} regions={regions} />);
  await screen.findByRole("status");
  const heard: string[] = [];
  const show = (text: string) =>
    act(() => {
      const action = { label: "Undo", onPress: () => heard.push("pressed"), onExpire: () => heard.push("expired") };
      toaster.show({ kind: "info", id: text, text, action });
    });
  show("one");
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(screen.queryByText("one")).toBeNull());
  expect(heard).toEqual(["pressed"]);
  show("two");
  await user.click(await screen.findByRole("button", { name: "Dismiss" }));
  await waitFor(() => expect(heard).toEqual(["pressed", "expired"]));
});

test("toasts go to the newest region, and back when that is gone", async () => {
  const [frame, dialog] = [document.createElement("div"), document.createElement("div")];
  document.body.append(frame, dialog);
  const own = createToastRegions();
  const leaveFrame = own.offer(frame);
  renderForUser(<Toaster toaster={createToaster({ ms: 4000, actionMs: 10_000 })} regions={own} />);
  const isIn = (element: HTMLElement) => waitFor(() => expect(element.contains(screen.getByRole("status"))).toBe(true));
  await isIn(frame);
  let leaveDialog: ReturnType<typeof own.offer>;
  act(() => {
    leaveDialog = own.offer(dialog);
  });
  await isIn(dialog);
  act(() => leaveDialog?.());
  await isIn(frame);
  act(() => leaveFrame?.());
  expect(own.get()).toBeUndefined();
  for (const element of [frame, dialog]) element.remove();
});
