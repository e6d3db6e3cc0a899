// @vitest-environment happy-dom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, screen, waitFor } from "@testing-library/react";
import * as v from "valibot";
import { expect, test } from "vitest";
import { renderForUser } from "../../tests/support/component.ts";
import { useEntryState } from "./route-state.ts";

const shown: number[] = [];
function Counted() {
  const [count, setCount] = useEntryState("count", v.number(), 1);
  shown.push(count);
  return <button onClick={() => setCount(count * 2)}>{count}</button>;
}

test("a screen stays as it is while the next one loads, and Back finds it so", async () => {
  let load = () => {};
  const root = createRootRoute();
  const first = createRoute({ getParentRoute: () => root, path: "/first", component: Counted });
  const next = createRoute({
    getParentRoute: () => root,
    path: "/next",
    loader: () => new Promise<void>((resolve) => (load = resolve)),
    component: () => "Next",
  });
  const history = createMemoryHistory({ initialEntries: ["/first"] });
  const router = createRouter({ routeTree: root.addChildren([first, next]), history });
  const { user } = renderForUser(<RouterProvider router={router as never} />);
  await user.click(await screen.findByRole("button", { name: "1" }));
  await screen.findByRole("button", { name: "2" });
  act(() => history.push("/next"));
  await waitFor(() => expect(router.state.location.pathname).toBe("/next"));
  act(() => load());
  await screen.findByText("Next");
  act(() => history.back());
  await screen.findByRole("button", { name: "2" });
  expect(shown.filter((count, index) => count !== shown[index - 1])).toEqual([1, 2]);
});
