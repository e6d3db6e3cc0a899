/** What a screen can be in: the account, its titles, and what the network does. */
import type { BrowserContext, Page, Route } from "playwright-core";
import type { Content } from "./screens.ts";

export interface State {
  name: string;
  /** An account without anything, in place of the demo artist's. */
  isEmpty?: boolean;
  /** What no screen shows. */
  lacks?: readonly Content[];
  /** Before the page asks for anything. */
  prepare?: (context: BrowserContext) => Promise<unknown>;
  /** When a screen has been loaded. Returns a function that undoes it. */
  change?: (page: Page) => Promise<() => Promise<void>>;
}

const long = "Donaudampfschifffahrtsgesellschaftskapitaensmuetze and everything that happened before the last train";
const fromRight = "שיר ארוך מאוד על הים, הרוח והלילה";
const chinese = "在很久以前的一个夏天夜晚我们唱过的那首歌";

export const states: readonly State[] = [
  { name: "full" },
  { name: "empty", isEmpty: true, lacks: ["own"] },
  // It is longer than a title may be.
  { name: "long", lacks: ["names"], prepare: named(long) },
  { name: "rtl", prepare: named(fromRight) },
  { name: "cjk", prepare: named(chinese) },
  {
    name: "offline",
    // Without a worker nothing is on the device, and no script that comes late.
    lacks: ["sound", "parts"],
    change: async (page) => {
      await page.context().setOffline(true);
      return () => page.context().setOffline(false);
    },
  },
  {
    name: "failed",
    lacks: ["songs", "own"],
    prepare: (context) => context.route(/\/(api|statistics)\//, failUnlessOwn),
  },
];

/** Gives everything that has a name this one. */
function named(name: string): State["prepare"] {
  return (context) =>
    context.route(/\/(api(?!\/changes)|statistics)\//, async (route) => {
      if (route.request().method() !== "GET") return route.continue();
      const reply = await route.fetch();
      const text = await reply.text();
      if (!reply.headers()["content-type"]?.includes("json")) return route.fulfill({ response: reply, body: text });
      const body = text.replace(/"(title|artist|album|userName|description)":"[^"]*"/g, `"$1":${JSON.stringify(name)}`);
      await route.fulfill({ response: reply, body });
    });
}

/** The own profile stays: without it there is no screen at all. */
const failUnlessOwn = (route: Route): Promise<void> =>
  route.request().method() !== "GET" || /\/users\/[\w-]+$/.test(new URL(route.request().url()).pathname)
    ? route.continue()
    : route.fulfill({ status: 500, body: "{}" });
