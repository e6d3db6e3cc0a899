/** What a test asks of a page, in the same words for every engine; each engine's own part is in a file beside. */
import { describeTarget, findAll, type Target } from "./target.ts";

export type Key = "Enter" | "Escape" | "Space" | "ArrowDown" | "ArrowRight" | "Tab";

/** What each engine does in its own way. `H` is its handle of an element, `script` an expression to run in the page. */
export interface Backend<H> {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Returns the value of the script, or of its promise. */
  run(script: string): Promise<unknown>;
  /** As `run`, for a script whose value is an element. */
  element(script: string): Promise<H | null>;
  /** A real click on the middle of the element. */
  click(element: H): Promise<void>;
  /** Key by key, in place of what the field holds. */
  type(element: H, text: string): Promise<void>;
  /** Where the focus is. */
  press(key: Key): Promise<void>;
  /** The mouse moves there, or its button goes down or up there; px from the corner of what is visible. */
  mouse(action: "move" | "down" | "up", x: number, y: number): Promise<void>;
  upload(element: H, files: string[]): Promise<void>;
  /** Of the window or what it shows; px. A phone is 390 wide. */
  resize(width: number, height: number): Promise<void>;
  /** PNG of what is visible. */
  screenshot(): Promise<Uint8Array>;
  /** Takes the network from the page and its worker, where the engine can. */
  setOffline?: (isOffline: boolean) => Promise<void>;
  /** Console errors, exceptions, unhandled rejections; calls that fail are no fault of the page. */
  faults(): Promise<string[]>;
  close(): Promise<void>;
}

type Shared = "goto" | "press" | "reload" | "resize" | "screenshot" | "setOffline" | "faults" | "close";

/** The one tab of an open browser. Everything that names a target waits until it is there. */
export interface EnginePage extends Pick<Backend<unknown>, Shared> {
  /** Runs in the page; may name nothing from outside of itself. */
  evaluate<A, T>(run: (arg: A) => T | Promise<T>, arg: A): Promise<T>;
  click(target: Target): Promise<void>;
  focus(target: Target): Promise<void>;
  /** Drags it by its middle with the mouse, once something is lifted by it. */
  drag(target: Target, by: number): Promise<void>;
  type(target: Target, text: string): Promise<void>;
  upload(target: Target, files: string[]): Promise<void>;
  /** Chooses an option of a select by its text, or moves a slider. */
  set(target: Target, value: string): Promise<void>;
  /** One attribute of all that match, in the order of the page; none may be there. */
  read(target: Target, attribute: string): Promise<string[]>;
  /** What the field holds. */
  value(target: Target): Promise<string>;
  /** How many there are at this moment. */
  count(target: Target): Promise<number>;
  waitFor(target: Target): Promise<void>;
  waitForPath(path: string): Promise<void>;
}

/** Anything may take that long to appear on a busy machine; milliseconds. */
const patienceMs = 20_000;

export function drive<H>(backend: Backend<H>): EnginePage {
  const evaluate = async <A, T>(run: (arg: A) => T | Promise<T>, arg: A): Promise<T> =>
    (await backend.run(call(run, arg))) as T; // what the function answers, through JSON

  /** Runs with what is found; reads only, so it may run on nothing. */
  const inspect = async <A, T>(target: Target, run: (found: HTMLElement[], arg: A) => T, arg: A) =>
    (await backend.run(`(${run.toString()})(${call(findAll, target)}, ${json(arg)})`)) as T; // as above

  const count = (target: Target) => inspect(target, (found) => found.length, null);

  const waitFor = (target: Target) =>
    until(async () => (await count(target)) > 0, describeTarget(target), true).catch(async (error: Error) => {
      error.message += `; ${await evaluate(whatIsShown, null).catch(() => "the page does not answer")}`;
      throw error;
    });

  const element = async (target: Target): Promise<H> => {
    await waitFor(target);
    const found = await backend.element(`(${reach.toString()})(${call(findAll, target)}[0])`);
    if (found === null) throw new Error(`${describeTarget(target)} went away`);
    return found;
  };

  const middleOf = (target: Target) =>
    inspect(
      target,
      ([found]) => {
        const { x = 0, y = 0, width = 0, height = 0 } = found?.getBoundingClientRect() ?? {};
        return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
      },
      null,
    );

  const isLifted = () => evaluate(() => document.querySelector("[data-lifted=pointer]") !== null, null);

  /** The page shows a drag some time after the mouse has moved, and drops where it shows. */
  const isShownAt = async (target: Target, y: number) => {
    await evaluate(async () => {
      for (let turn = 0; turn < 3; turn += 1)
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    }, null);
    return Math.abs((await middleOf(target)).y - y) < 3;
  };

  async function drag(target: Target, by: number): Promise<void> {
    const { mouse } = backend;
    let { x, y } = { x: 0, y: 0 };
    const lift = async () => {
      await element(target);
      // The list may have moved since the last try.
      ({ x, y } = await middleOf(target));
      await mouse("move", x, y);
      await mouse("down", x, y);
      await mouse("move", x, y + 10);
      await mouse("move", x, y + 20);
      await evaluate(() => new Promise(requestAnimationFrame), null);
      if (await isLifted()) return true;
      // The script of the drag may still be on its way.
      await mouse("up", x, y + 20);
      return false;
    };
    await until(lift, `${describeTarget(target)} to be lifted`);
    for (const part of [0.25, 0.5, 0.75, 1]) await mouse("move", x, Math.round(y + by * part));
    await until(() => isShownAt(target, y + by), `${describeTarget(target)} to be over its new place`);
    await mouse("up", x, y + by);
    await until(async () => !(await isLifted()), `${describeTarget(target)} to be dropped`);
  }

  /** Once more when the page was drawn anew, or something moved, between finding and acting. */
  const act = (target: Target, action: (found: H) => Promise<void>) =>
    until(
      async () => {
        await action(await element(target));
        return true;
      },
      `${describeTarget(target)} to take it`,
      true,
    );

  const value = async (target: Target) => {
    await waitFor(target);
    return inspect(target, ([found]) => (found !== undefined && "value" in found ? String(found.value) : ""), null);
  };

  return {
    ...backend,
    evaluate,
    count,
    waitFor,
    focus: async (target) => {
      await element(target);
      await inspect(target, ([found]) => found?.focus(), null);
    },
    drag,
    click: (target) => act(target, (found) => backend.click(found)),
    type: (target, text) =>
      act(target, async (found) => {
        await backend.type(found, text);
        // On a busy machine a driver may lose keys.
        const typed = await value(target);
        if (typed !== text) throw new Error(`"${typed}" was typed instead of "${text}"`);
      }),
    upload: async (target, files) => backend.upload(await element(target), files),
    set: async (target, value) => {
      await waitFor(target);
      await inspect(target, setValue, value);
    },
    read: (target, attribute) =>
      inspect(target, (found, name) => found.map((one) => one.getAttribute(name) ?? ""), attribute),
    value,
    waitForPath: (path) =>
      until(async () => (await evaluate(() => location.pathname, null)) === path, `the address ${path}`, true),
  };
}

/**
 * Brings it where a hand can press it, and waits until it is still: a menu grows as it opens, and follows its button a
 * frame late when the page scrolls. A press in between lands on the neighbour. Runs in the page.
 */
async function reach(found: HTMLElement | undefined): Promise<HTMLElement | null> {
  if (found === undefined) return null;
  const box = () => found.getBoundingClientRect();
  const isOnTop = () => {
    const { x, y, width, height } = box();
    return found.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  };
  // To the middle: the player and the navigation lie above both ends of the page.
  const bring = () => found.scrollIntoView({ block: "center", behavior: "instant" });
  if (!isOnTop()) bring();
  const frame = () => new Promise(requestAnimationFrame);
  const place = () => Object.values(box().toJSON() as Record<string, number>).join(" "); // a rectangle, by the standard
  for (let still = 0, before = place(), wasOnTop = isOnTop(), frames = 0; still < 3 && frames < 300; frames += 1) {
    await frame();
    // The player came meanwhile. A field for files is never on top.
    if (wasOnTop && !isOnTop()) bring();
    wasOnTop = isOnTop();
    still = place() === before ? still + 1 : 0;
    before = place();
  }
  return found;
}

/** For the message of a failure: often all that is known of it. Runs in the page. */
function whatIsShown(): string {
  const words = ["dialog[open], [role=dialog]", "[role=alert]", "[role=status]", "main"].flatMap((parts) =>
    Array.from(document.querySelectorAll<HTMLElement>(parts), ({ innerText }) =>
      innerText.replaceAll(/\s+/g, " ").trim().slice(0, 300),
    ),
  );
  return `${location.pathname} shows "${words.filter((text) => text !== "").join(" | ")}"`;
}

/** As a person's hand does it: React looks for the native setter and the event. Runs in the page. */
function setValue([found]: HTMLElement[], value: string): void {
  if (found instanceof HTMLSelectElement) {
    const option = [...found.options].find(({ text }) => text === value);
    if (option === undefined) throw new Error(`There is no option ${value}`);
    found.value = option.value;
  } else {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value") ?? {};
    set?.call(found, value);
  }
  for (const type of ["input", "change"]) found?.dispatchEvent(new Event(type, { bubbles: true }));
}

const json = (value: unknown) => JSON.stringify(value) ?? "undefined";
const call = (run: { toString(): string }, arg: unknown) => `(${run.toString()})(${json(arg)})`;

/** @param forgives an error of the attempt, until time is over: a link that loads a document ends what runs in the last */
export async function until(isSo: () => Promise<boolean>, what: string, forgives = false): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const isLate = performance.now() > deadline;
    let cause: unknown;
    try {
      if (await isSo()) return;
    } catch (error) {
      if (!forgives) throw error;
      cause = error;
    }
    if (isLate) throw new Error(`Waited ${patienceMs / 1_000} s for ${what}`, { cause });
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
