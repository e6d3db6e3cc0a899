// @vitest-environment happy-dom
import { createMemoryHistory, createRouter } from "@tanstack/react-router";
import { expect, test } from "vitest";
import type { App } from "../app/app-context.ts";
import { documentOf, memberPaths, visitorPaths } from "../../contract/screens.ts";
import { tree } from "./tree.tsx";

const { routesById } = createRouter({
  routeTree: tree,
  history: createMemoryHistory(),
  context: { app: {} as App }, // no route is opened
});
/** Addresses of the screens of one kind. */
const pathsOf = (kind: "/visitor" | "/member") =>
  Object.values(routesById)
    .filter(({ id }) => id.startsWith(`${kind}/`))
    .map(({ fullPath }) => fullPath);

test("the build has a document for every screen of visitors, and for none besides", () => {
  expect(pathsOf("/visitor").toSorted()).toEqual([...visitorPaths].toSorted());
  for (const path of visitorPaths) expect(documentOf(path).visitor).toBe(path);
});

// 3.2.11
test("the build has a frame for every screen of members, and for none besides", () => {
  const screens = pathsOf("/member").filter((path) => path !== "/$");
  const firstSegments = screens.map((path) => `/${path.split("/")[1]}`);
  expect([...new Set(firstSegments)].toSorted()).toEqual([...memberPaths].toSorted());
  for (const path of memberPaths) expect(documentOf(path).member).toBe(path);
});

test.each(["1984", "true", "tide"])("the address of a search may be written by hand: %s (specification 3.8.5)", (q) => {
  const history = createMemoryHistory({ initialEntries: [`/search?q=${q}`] });
  const router = createRouter({ routeTree: tree, history, context: { app: {} as App } }); // no route is opened
  expect(router.matchRoutes(router.latestLocation).at(-1)?.search).toEqual({ q });
});
