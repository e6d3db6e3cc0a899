/** A person's device in one engine, with a server of its own, and what people do on it again and again. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import type { Engine } from "../../support/engines/engines.ts";
import { type EnginePage, until } from "../../support/engines/page.ts";
import type { Target } from "../../support/engines/target.ts";
import { type AppProcess, startApp } from "../../support/app-process.ts";
import { type FaultProxy, openFaultProxy } from "../../support/fault-proxy.ts";
import { freePort } from "../../support/process.ts";

export interface Visit {
  engine: Engine;
  server: AppProcess;
  /** Where the browser goes. */
  url: string;
  page: EnginePage;
  /** Closes the browser and opens it on the first screen; where nothing is kept, leaves the site and comes back. */
  comeBack(before?: () => Promise<void>): Promise<void>;
  /** What went wrong in the page, in this browser and in those that were closed. */
  faults(): Promise<string[]>;
}

/** The browser reaches the server by a line that a test cuts. */
export interface VisitOverLine extends Visit {
  line: FaultProxy;
}

/** To be called outside of tests; filled before the first. */
export function visitIn(engine: Engine): Visit {
  return openVisit(engine, async (visit) => {
    visit.server = await startApp();
    visit.url = visit.server.url;
  });
}

/** The page comes from one origin, API and media from another. */
export function visitOverOrigins(engine: Engine): Visit {
  return openVisit(engine, async (visit) => {
    const port = String(await freePort());
    const publicUrl = `http://localhost:${port}`;
    visit.server = await startApp({
      PORT: port,
      PUBLIC_URL: publicUrl,
      CORS_ORIGINS: publicUrl,
      API_URL: `http://127.0.0.1:${port}/api`,
    });
    visit.url = publicUrl;
  });
}

/** The same, over a line. */
export function visitOverLine(engine: Engine): VisitOverLine {
  const visit = openVisit<VisitOverLine>(engine, async (opened) => {
    const port = await freePort();
    opened.server = await startApp({ PUBLIC_URL: `http://localhost:${port}` });
    opened.line = await openFaultProxy(port, () => Number(new URL(opened.server.url).port));
    opened.url = opened.line.url;
  });
  afterAll(() => visit.line?.close());
  return visit;
}

function openVisit<V extends Visit>(engine: Engine, start: (visit: V) => Promise<void>): V {
  const earlier: string[] = [];
  let profile = "";
  const visit = {
    engine,
    async comeBack(before = async () => {}) {
      if (engine.keepsProfile) {
        earlier.push(...(await visit.page.faults()));
        await visit.page.close();
        visit.page = await engine.open(profile);
      } else await visit.page.goto("about:blank");
      await before();
      await visit.page.goto(`${visit.url}/`);
    },
    faults: async () => [...earlier, ...(await visit.page.faults())],
  } as V; // the rest below
  beforeAll(async () => {
    profile = await mkdtemp(join(tmpdir(), "offbeat-profile-"));
    await start(visit);
    visit.page = await engine.open(profile);
  });
  afterAll(async () => {
    await visit.page?.close();
    await visit.server?.remove();
    // A process of the browser may still write while it ends.
    await rm(profile, { recursive: true, force: true, maxRetries: 20 });
  });
  return visit;
}

const main: Target = { role: "main" };

export const button = (name: string, within?: Target): Target => ({
  role: "button",
  name,
  ...(within && { within }),
});
export const text = (name: string, within?: Target): Target => ({
  role: "text",
  name,
  ...(within && { within }),
});
export const heading = (name: string): Target => ({ role: "heading", name });
export const field = (name: string): Target => ({ role: "textbox", name });

export const playButton = (title: string) => button(`Play ${title}`, main);
export const heart = (title: string) => button(`Like ${title}`, main);
export const songRow = (title: string): Target => ({
  role: "listitem",
  has: { role: "button", name: `Play ${title}` },
  within: main,
});

/** On the screen "Log in". */
export async function login(page: EnginePage, { email, password }: { email: string; password: string }) {
  await page.type(field("Email"), email);
  await page.type(field("Password"), password);
  await page.click(button("Login"));
  await page.waitForPath("/home-page");
}

/** Waits for the first worker: a page that is left before may keep it from being installed. */
export const controlled = (page: EnginePage): Promise<void> =>
  until(() => page.evaluate(() => navigator.serviceWorker.controller !== null, null), "the worker to take the page");

/** Titles of the songs on the screen, from above; home may show one in several lists. */
export async function titles(page: EnginePage, within: Target = main): Promise<string[]> {
  const labels = await page.read({ role: "button", starts: "Play ", within }, "aria-label");
  return [...new Set(labels.map((label) => label.replace("Play ", "")))];
}

const headings = { "/favorites": "My Favorite Songs", "/mysongs": "My Uploaded Songs", "/home-page": "Home" };

/** By the page's own navigation. The address comes before the screen: until then the one that is left is shown. */
export async function go(page: EnginePage, path: keyof typeof headings) {
  if (path === "/home-page") await page.click({ role: "link", name: "Home" });
  else {
    await page.click(button("Account menu"));
    await page.click({
      role: "menuitem",
      name: path === "/favorites" ? "Favorite" : "My Music",
    });
  }
  await page.waitForPath(path);
  await page.waitFor(heading(headings[path]));
}

/** Waits for the step back of a dialog that closes: it would abort a navigation of the test that begins before. */
export const dialogsLeft = (page: EnginePage): Promise<void> =>
  until(
    () => page.evaluate(() => !("dialog" in ((history.state as object | null) ?? {})), null),
    "the entry of the dialog to be left",
  );

const progress: Target = { role: "slider", name: "Progress" };

/** Of the player; seconds. */
export const position = async (page: EnginePage) => Number(await page.value(progress));

/** Waits until the song goes on, also where another one begins meanwhile. */
export async function advances(page: EnginePage): Promise<void> {
  let lowest = Infinity;
  await until(async () => {
    const now = await position(page);
    lowest = Math.min(lowest, now);
    return now > lowest;
  }, "the song to go on");
}

/** Moves to a part of the song (0 to 1); answers it in seconds. */
export async function seek(page: EnginePage, part: number): Promise<number> {
  await page.waitFor(progress);
  const [length] = await page.read(progress, "max");
  const second = Math.floor(Number(length) * part);
  await page.set(progress, String(second));
  return second;
}
