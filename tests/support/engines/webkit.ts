/** WebKitGTK's own small browser, by its WebDriver, on a display in memory. What it keeps goes with its session. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { freePort } from "../process.ts";
import { findWebKit } from "../programs.mjs";
import { drive, type EnginePage, type Key, until } from "./page.ts";
import { startSoundOutput } from "./sound-output.ts";
import { createSession, type ElementReference, pathOf } from "./webdriver.ts";

/** By the standard. */
const keyCodes: Record<Key, string> = {
  Enter: "\uE007",
  Escape: "\uE00C",
  Space: " ",
  Tab: "\uE004",
  ArrowDown: "\uE015",
  ArrowRight: "\uE014",
};

/** @param profile folder for what the browser writes beside its session */
export async function openWebKit(profile: string): Promise<EnginePage> {
  const programs = findWebKit();
  if (programs === undefined) throw new Error("There is no WebKit");
  const sound = await startSoundOutput();
  const display = await startDisplay(programs.display);
  const port = await freePort();
  const driver = spawn(programs.driver, [`--port=${port}`], {
    env: {
      ...process.env,
      ...sound.environment,
      DISPLAY: display.name,
      XDG_CACHE_HOME: profile,
      XDG_DATA_HOME: profile,
      // No session bus, no screen reader, no graphics card.
      GTK_A11Y: "none",
      NO_AT_BRIDGE: "1",
      LIBGL_ALWAYS_SOFTWARE: "1",
      // With drawing threads of its own Mesa's renderer (22.3) now and then crashes the page, and may as well hang it: it
      // walks through a list of resources that one of them frees.
      LP_NUM_THREADS: "0",
    },
    stdio: "ignore",
  });
  const address = `http://127.0.0.1:${port}`;
  await until(() => fetch(`${address}/status`).then((response) => response.ok), "WebKitWebDriver", true);
  const session = await createSession(address, {
    browserName: "MiniBrowser",
    "webkitgtk:browserOptions": {
      binary: programs.browser,
      args: ["--automation"],
    },
  });
  const { send, run } = session;
  await send("POST", "/timeouts", { script: 30_000, pageLoad: 60_000 });
  await send("POST", "/window/rect", { width: 1280, height: 720 });

  const faults: string[] = [];
  const collectFaults = async () => {
    // Of earlier pages nothing is left but what was collected before they went.
    faults.push(...((await run("window.faults?.splice(0) ?? []")) as string[])); // see noteFaults
    return faults;
  };
  const load = async (path: string, body?: object) => {
    await collectFaults();
    await send("POST", path, body).catch(async (error: unknown) => {
      const found = await run(`(${whatIsAwaited.toString()})()`).catch((reason: unknown) => String(reason));
      throw new Error(`${path} ${JSON.stringify(body)}: ${JSON.stringify(found)}`, { cause: error });
    });
    await run(`(${noteFaults.toString()})()`);
  };
  return drive<ElementReference>({
    goto: (url) => load("/url", { url }),
    reload: () => load("/refresh"),
    run,
    element: async (script) => (await run(script)) as ElementReference | null, // an element or null by our own scripts
    click: async (element) => void (await send("POST", `${pathOf(element)}/click`)),
    async type(element, text) {
      // The driver's own "clear" goes past React.
      const script = "arguments[0].focus(); arguments[0].select();";
      await send("POST", "/execute/sync", { script, args: [element] });
      await send("POST", `${pathOf(element)}/value`, { text });
    },
    async press(key) {
      const focused = (await send("GET", "/element/active")) as ElementReference; // by the standard
      await send("POST", `${pathOf(focused)}/value`, {
        text: keyCodes[key],
      });
    },
    async mouse(action, x, y) {
      const acts = {
        move: { type: "pointerMove", duration: 0, x, y },
        down: { type: "pointerDown", button: 0 },
        up: { type: "pointerUp", button: 0 },
      };
      const mouse = { type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions: [acts[action]] };
      await send("POST", "/actions", { actions: [mouse] });
    },
    upload: async (element, files) => void (await send("POST", `${pathOf(element)}/value`, { text: files.join("\n") })),
    resize: async (width, height) => void (await send("POST", "/window/rect", { width, height })),
    screenshot: async () => Buffer.from(String(await send("GET", "/screenshot")), "base64"),
    faults: collectFaults,
    async close() {
      await send("DELETE", "").catch(() => {});
      driver.kill();
      await once(driver, "exit");
      await Promise.all([display.stop(), sound.stop()]);
    },
  });
}

/** What a page that does not end its load has and waits for. */
function whatIsAwaited() {
  return {
    at: location.href,
    state: document.readyState,
    controlled: navigator.serviceWorker?.controller?.state,
    shown: document.body?.innerText.slice(0, 300),
    images: [...document.images].filter(({ complete }) => !complete).map(({ currentSrc }) => currentSrc),
    loaded: performance.getEntriesByType("resource").map(({ name, duration }) => `${name} ${Math.round(duration)}`),
  };
}

/**
 * The driver tells nothing of the console: the page notes its own faults from the end of its load on. A ResizeObserver
 * that is told in the next frame is none, though the standard reports it as an error: menus and toasts are placed by one
 * (https://github.com/floating-ui/floating-ui/issues/1740), and the other engines' drivers leave it out.
 */
function noteFaults(): void {
  const faults: string[] = [];
  const log = console.error;
  /** With where it came from and why: what one run in many brings cannot be looked at again. */
  const tell = (value: unknown): string => {
    if (!(value instanceof Error)) return String(value);
    const reasons = [...(value instanceof AggregateError ? value.errors : []), value.cause];
    const known = reasons.filter((reason) => reason !== undefined).map(tell);
    return [String(value), value.stack, ...known].join("\n");
  };
  console.error = (...args) => {
    faults.push(args.map(tell).join(" "));
    log(...args);
  };
  addEventListener("error", ({ message, error }) => {
    if (message.startsWith("ResizeObserver loop")) return;
    faults.push(error instanceof Error ? tell(error) : message);
  });
  addEventListener("unhandledrejection", ({ reason }) => faults.push(`Unhandled: ${tell(reason)}`));
  Object.assign(window, { faults });
}

/** Picks a free number itself. */
async function startDisplay(program: string) {
  const server = spawn(program, ["-displayfd", "3", "-screen", "0", "1280x800x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const [number] = (await once(server.stdio[3] as NodeJS.ReadableStream, "data")) as [Buffer]; // the pipe asked for
  return {
    name: `:${number.toString().trim()}`,
    async stop() {
      server.kill();
      await once(server, "exit");
    },
  };
}
