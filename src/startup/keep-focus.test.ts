// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { keepFocus } from "./keep-focus.ts";

const frame = `<a href="#main">Skip</a><a href="/a">One</a><a href="/b">Two</a><main id="main" tabindex="-1"></main>`;
const at = (selector: string) => document.querySelector<HTMLElement>(selector);
let container: HTMLElement;

beforeEach(() => {
  document.body.innerHTML = `<button>Beside</button><div id="root">${frame}</div>`;
  container = document.querySelector<HTMLElement>("#root") ?? document.body;
});

/** As a renderer does: all at once. */
async function replace(content = frame): Promise<void> {
  container.replaceChildren();
  container.innerHTML = content;
  await Promise.resolve();
}

test.each(["[href='#main']", "[href='/b']", "#main"])(
  "the focus on %s stays (specification 20.3)",
  async (selector) => {
    keepFocus(container);
    at(selector)?.focus();
    await replace();
    expect(document.activeElement).toBe(at(selector));
  },
);

test("also a focus from before the scripts", async () => {
  at("[href='/a']")?.focus();
  keepFocus(container);
  await replace();
  expect(document.activeElement).toBe(at("[href='/a']"));
});

test("what the app focuses itself keeps it, and so does what stands beside", async () => {
  keepFocus(container);
  at("[href='/a']")?.focus();
  container.replaceChildren();
  container.innerHTML = frame;
  at("#main")?.focus();
  await Promise.resolve();
  expect(document.activeElement).toBe(at("#main"));

  keepFocus(container);
  at("[href='/a']")?.focus();
  at("button")?.focus();
  await replace();
  expect(document.activeElement).toBe(at("button"));
});

test("a focus that was given up, or whose element is gone for good, goes nowhere", async () => {
  keepFocus(container);
  at("[href='/a']")?.focus();
  at("[href='/a']")?.blur();
  await Promise.resolve();
  await replace();
  expect(document.activeElement).toBe(document.body);

  keepFocus(container);
  at("[href='/a']")?.focus();
  await replace("<p>None of it</p>");
  expect(document.activeElement).toBe(document.body);
});

test("only the first content is watched", async () => {
  keepFocus(container);
  await replace();
  at("[href='/a']")?.focus();
  await replace();
  expect(document.activeElement).toBe(document.body);
});
