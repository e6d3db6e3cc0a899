// @vitest-environment happy-dom
import { render, screen } from "@testing-library/react";
import { renderForUser } from "../../../tests/support/component.ts";
import { expect, test, vi } from "vitest";
import { OtherTab } from "./OtherTab.tsx";

// 6.26, 20.25
test("what another tab plays comes into a region that is there before, which screen readers announce", () => {
  const elsewhere = { tab: "1", title: "Slow Tide", artist: "Tina Tide" };
  const { rerender } = render(<OtherTab elsewhere={null} onTake={() => {}} />);
  const region = screen.getByRole("status");
  expect(region.childNodes).toHaveLength(0);
  rerender(<OtherTab elsewhere={elsewhere} onTake={() => {}} />);
  expect(region.isConnected).toBe(true);
  expect(region.textContent).toContain("Playing in another tab: ");
});

// 20.4
test("its button goes with the press, and the focus goes on", async () => {
  const onTake = vi.fn<() => void>();
  const { user } = renderForUser(
    <main>
      <h1>Home</h1>
      <OtherTab elsewhere={{ tab: "1", title: "Slow Tide", artist: "Tina Tide" }} onTake={onTake} />
    </main>,
  );
  await user.click(screen.getByRole("button", { name: "Play here" }));
  expect(onTake).toHaveBeenCalledOnce();
  expect(document.activeElement?.textContent).toBe("Home");
});
