// @vitest-environment happy-dom
import { createMemoryHistory, createRootRoute, createRoute, createRouter } from "@tanstack/react-router";
import { afterEach, expect, test, vi } from "vitest";
import { noteWanted } from "../features/auth/wanted-screen.ts";
import { beginAnew, navigateTo } from "./navigate.ts";

const root = createRootRoute();
const paths = ["/auth/action", "/login", "/home-page", "/playlist/$id", "/playlist-user/$id"];
const routeTree = root.addChildren(paths.map((path) => createRoute({ getParentRoute: () => root, path })));

afterEach(() => history.replaceState(null, "", "/"));

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

// 2.29, 3.3.3
test("another tab signs in: the page begins anew, but a mailed link stays, and what it leads to begins anew", async () => {
  const assign = vi.spyOn(location, "assign").mockImplementation(() => {});
  const links = createMemoryHistory({ initialEntries: ["/auth/action?mode=resetPassword&oobCode=abc"] });
  const router = createRouter({ routeTree, history: links });
  beginAnew(router);
  noteWanted("/playlist/abc");
  beginAnew(router);
  expect(assign.mock.calls).toEqual([["/"], ["/playlist/abc"]]);
  assign.mockClear();
  history.replaceState(null, "", "/auth/action?mode=resetPassword&oobCode=abc");
  beginAnew(router);
  await router.load();
  expect(assign).not.toHaveBeenCalled();
  await navigateTo(router, { to: "/login", email: "ada@x.org", replace: true });
  expect(assign).toHaveBeenCalledExactlyOnceWith("/login");
});

// 2.8
test("the email that fills in the login stands in the entry, not in the address, which browsers keep", async () => {
  const history = createMemoryHistory({ initialEntries: ["/register"] });
  const router = createRouter({ routeTree, history });
  await router.load();
  await navigateTo(router, { to: "/login", email: "ada@x.org" });
  expect(history.location).toMatchObject({ href: "/login", state: { email: "ada@x.org" } });
});
