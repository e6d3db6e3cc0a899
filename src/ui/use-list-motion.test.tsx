// @vitest-environment happy-dom
import { render, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { List } from "./List.tsx";

const destroy = vi.fn<() => void>();
const autoAnimate = vi.fn<(list: HTMLElement) => { destroy: () => void }>(() => ({ destroy }));
vi.mock("@formkit/auto-animate", () => ({ default: (list: HTMLElement) => autoAnimate(list) }));

afterEach(() => vi.clearAllMocks());

test("a short list slides its rows until it leaves (specification 20.24)", async () => {
  HTMLElement.prototype.animate ??= vi.fn<HTMLElement["animate"]>();
  const { unmount, getByRole } = render(
    <List label="Songs" moving>
      <li>One</li>
    </List>,
  );
  await waitFor(() => expect(autoAnimate).toHaveBeenCalledExactlyOnceWith(getByRole("list")));
  unmount();
  expect(destroy).toHaveBeenCalledOnce();
});

test("a list that is not to move loads nothing", async () => {
  render(
    <List label="Songs">
      <li>One</li>
    </List>,
  );
  await Promise.resolve();
  expect(autoAnimate).not.toHaveBeenCalled();
});
