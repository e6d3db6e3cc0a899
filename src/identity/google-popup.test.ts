// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { askDemoGoogle } from "./google-popup.ts";

const popup = { closed: false, focus() {} } as unknown as { closed: boolean } & Window;

beforeEach(() => {
  vi.useFakeTimers();
  popup.closed = false;
  vi.stubGlobal("open", () => popup);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const answer = (source: Window, origin = location.origin) =>
  window.dispatchEvent(
    new MessageEvent("message", { source, origin, data: { type: "offbeat-demo-google", assertion: "signed" } }),
  );

// 16.16
test("an answer that comes when the popup is closed already counts", async () => {
  const asked = askDemoGoogle();
  popup.closed = true;
  await vi.advanceTimersByTimeAsync(1_000);
  answer(popup);
  await expect(asked).resolves.toBe("signed");
});

test("a popup that is closed without an answer is told", async () => {
  const asked = askDemoGoogle();
  asked.catch(() => {});
  popup.closed = true;
  await vi.advanceTimersByTimeAsync(3_000);
  await expect(asked).rejects.toMatchObject({ code: "auth/popup-closed-by-user" });
});

test("of another window or origin no answer counts", async () => {
  const asked = askDemoGoogle();
  asked.catch(() => {});
  answer(window);
  answer(popup, "https://elsewhere.example");
  popup.closed = true;
  await vi.advanceTimersByTimeAsync(3_000);
  await expect(asked).rejects.toMatchObject({ code: "auth/popup-closed-by-user" });
});
