// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { fillLocalStorage } from "../../../tests/support/full-storage.ts";
import { renderMember } from "../../../tests/support/member-screen.tsx";
import { noteInstallEvent } from "../../pwa/install-event.ts";
import type { WorkerBridge } from "../../pwa/worker-bridge.ts";
import { InstallOffer } from "./InstallOffer.tsx";

const like = { kind: "like", songId: "01890a5d-ac96-774b-bcce-b302099a8057", liked: true } as const;
const prompt = vi.fn<() => Promise<{ outcome: "dismissed" }>>(async () => ({ outcome: "dismissed" }));
beforeAll(noteInstallEvent);
beforeEach(() => {
  prompt.mockClear();
  Reflect.deleteProperty(window, "installEvent");
});
afterEach(() => localStorage.removeItem("offbeat.install"));

/** Chromium's offer, which may come at any time. */
const offer = () => window.dispatchEvent(Object.assign(new Event("beforeinstallprompt"), { prompt }));
const Page = () => (
  <main>
    <h1>Home</h1>
    <InstallOffer />
  </main>
);
const open = () => renderMember({ routes: { "/": Page }, answers: {}, online: false });

test("the installation is offered after the first like, by the browser's own question, once", async () => {
  const { account, user } = open();
  offer();
  expect(screen.queryByText("Install Offbeat.")).toBeNull();
  await account.change(like);
  await user.click(await screen.findByRole("button", { name: "Install" }));
  expect(prompt).toHaveBeenCalledOnce();
  expect(screen.queryByText("Install Offbeat.")).toBeNull();
});

test("after a no nobody is asked again on this device", async () => {
  const first = open();
  offer();
  await first.account.change(like);
  await first.user.click(await screen.findByRole("button", { name: "Not now" }));
  expect(document.activeElement, "the button is gone").toBe(screen.getByRole("heading", { level: 1 }));
  first.unmount();
  const { account } = open();
  offer();
  await account.change(like);
  await waitFor(() => expect(account.outbox.get()?.rows).not.toHaveLength(0));
  expect(screen.queryByText("Install Offbeat.")).toBeNull();
});

test("who installs it by the browser's menu is offered nothing any more (specification 17.60)", async () => {
  const { account } = open();
  offer();
  await account.change(like);
  await screen.findByText("Install Offbeat.");
  window.dispatchEvent(new Event("appinstalled"));
  await waitFor(() => expect(screen.queryByText("Install Offbeat.")).toBeNull());
});

test("an iPhone is shown how, in words and pictures", async () => {
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)");
  const { account, user } = open();
  await account.change(like);
  await user.click(await screen.findByRole("button", { name: "Show me how" }));
  const dialog = await screen.findByRole("dialog", { name: "Install Offbeat" });
  const steps = [...dialog.querySelectorAll("li")];
  expect(steps.map((step) => step.textContent)).toEqual([
    expect.stringContaining("share button"),
    expect.stringContaining("Add to Home Screen"),
    expect.stringContaining("Add"),
  ]);
  expect(steps.every((step) => step.querySelector("svg"))).toBe(true);
});

test("a device that stores nothing lets the offer be closed all the same", async () => {
  const { account, user } = open();
  offer();
  await account.change(like);
  fillLocalStorage();
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  await user.click(await screen.findByRole("button", { name: "Not now" }));
  await waitFor(() => expect(screen.queryByText("Install Offbeat.")).toBeNull());
  expect(warn).toHaveBeenCalledOnce();
});

test("who has answered in another tab is not asked in this one", async () => {
  const { account } = open();
  offer();
  await screen.findByRole("heading", { name: "Home" });
  localStorage.setItem("offbeat.install", "asked");
  await account.change(like);
  await waitFor(() => expect(account.outbox.get()?.rows).toHaveLength(1));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(screen.queryByText("Install Offbeat.")).toBeNull();
});

test.each([
  ["likes go with the browser", { isVolatile: true }],
  ["nothing is kept", { services: { worker: { available: false } as WorkerBridge } }],
])("nobody is promised songs in airplane mode where %s (specification 2.19, 3.2.10)", async (_, options) => {
  const { account } = renderMember({ routes: { "/": Page }, answers: {}, online: false, ...options });
  offer();
  await account.change(like);
  await waitFor(() => expect(account.outbox.get()?.rows).toHaveLength(1));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(screen.queryByText(/your liked songs play in airplane mode/)).toBeNull();
});
