// @vitest-environment happy-dom
import { createMemoryHistory, createRootRoute, createRoute, createRouter } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { navigateTo } from "./navigate.ts";

const root = createRootRoute();
const paths = ["/login", "/home-page", "/playlist/$id", "/playlist-user/$id"];
const routeTree = root.addChildren(paths.map((path) => createRoute({ getParentRoute: () => root, path })));

// 3.3.3
test.each([
  ["/home-page", {}],
  ["/playlist/01890a5d-ac96-774b-bcce-b302099a8057", { id: "01890a5d-ac96-774b-bcce-b302099a8057" }],
  ["/playlist-user/Ab_9-x", { id: "Ab_9-x" }],
] as const)("from the login to %s, in its place in the history", async (to, params) => {
  const history = createMemoryHistory({ initialEntries: ["/login"] });
  const router = createRouter({ routeTree, history });
  await router.load();
  await navigateTo(router, { to, replace: true });
  await router.load();
  expect([history.location.pathname, history.length]).toEqual([to, 1]);
  expect(router.state.matches.at(-1)?.params).toEqual(params);
});
