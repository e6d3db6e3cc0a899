/**
 * Chromium without a driver in the page. Playwright runs a second world of scripts in each document, which is a part of
 * the task that commits it: up to 20 ms at 4x CPU throttle.
 */
import { spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { findBrowser } from "../support/programs.mjs";

export const deviceArgs = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--autoplay-policy=no-user-gesture-required",
];
/** As Playwright starts its headless Chromium, where it matters for a start. */
const args = [
  ...deviceArgs,
  "--headless",
  "--no-first-run",
  "--mute-audio",
  "--password-store=basic",
  "--use-mock-keychain",
  "--window-size=1280,720",
  "--remote-debugging-pipe",
];

/** Until a browser that was just opened has drawn its own surfaces. */
const browserMs = 3_000;

/**
 * Opens the browser of a profile and waits until its own start is over: its surfaces are pages, which take both cores. It
 * has one page, with the few methods of Playwright's that the benches call.
 */
export async function openBare(profile) {
  const browser = spawn(findBrowser(), [...args, `--user-data-dir=${profile}`, "about:blank"], {
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
  });
  const ended = once(browser, "exit");
  const [, , , input, output] = browser.stdio;
  const events = new EventEmitter();
  const calls = new Map();
  let rest = "";
  output.setEncoding("utf8").on("data", (text) => {
    const messages = (rest + text).split("\0");
    rest = messages.pop();
    for (const message of messages) take(JSON.parse(message));
  });

  function take({ id, result, error, method, params }) {
    if (id === undefined) return void events.emit(method, params);
    const { resolve, reject } = calls.get(id);
    calls.delete(id);
    if (error) reject(new Error(error.message));
    else resolve(result);
  }

  let last = 0;
  const call = (method, params = {}, sessionId = undefined) =>
    new Promise((resolve, reject) => {
      calls.set((last += 1), { resolve, reject });
      input.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`);
    });

  const { targetInfos } = await call("Target.getTargets");
  const { targetId } = targetInfos.find(({ type }) => type === "page");
  const { sessionId } = await call("Target.attachToTarget", { targetId, flatten: true });
  const send = (method, params) => call(method, params, sessionId);
  // Else scripts for new documents do not run.
  await send("Page.enable");

  const cdp = { send, on: (name, hear) => events.on(name, hear), once: (name, hear) => events.once(name, hear) };
  const calling = (run, arg) => `(${run})(${JSON.stringify(arg)})`;
  const waitForTimeout = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  async function evaluate(run, arg) {
    const expression = calling(run, arg);
    const { result, exceptionDetails } = await send("Runtime.evaluate", {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }
  const page = {
    evaluate,
    addInitScript: (run, arg) => send("Page.addScriptToEvaluateOnNewDocument", { source: calling(run, arg) }),
    goto: (url) => send("Page.navigate", { url }),
    waitForTimeout,
    async waitForFunction(run, arg, { polling, timeout = 30_000 }) {
      const deadline = performance.now() + timeout;
      while (!(await evaluate(run, arg))) {
        if (performance.now() > deadline) throw new Error(`Waited ${timeout / 1_000} s in vain`);
        await waitForTimeout(polling);
      }
    },
  };
  await waitForTimeout(browserMs);
  return {
    page,
    cdp,
    async close() {
      await call("Browser.close").catch(() => browser.kill());
      await ended;
    },
  };
}
