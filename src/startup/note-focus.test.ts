// @vitest-environment happy-dom
/** The focus outlives that the page is mounted anew (specification 20.21). */
import { beforeEach, expect, test } from "vitest";
import { noteFocus } from "./note-focus.ts";

const page = '<main><h1>Profile</h1><input name="city"><input name="lastName"></main><button id="menu"></button>';
const find = (selector: string) => document.querySelector<HTMLElement>(selector);
/** In another language. */
function mountAnew(): void {
  document.body.innerHTML = page.replace("Profile", "Profil");
}

beforeEach(() => {
  document.body.innerHTML = page;
});

test("a field has it again, with the caret where it was", () => {
  const field = document.querySelector<HTMLInputElement>("[name=lastName]");
  field?.focus();
  if (field) field.value = "Clementine";
  field?.setSelectionRange(3, 3);
  const restore = noteFocus();
  mountAnew();
  const now = document.querySelector<HTMLInputElement>("[name=lastName]");
  if (now) now.value = "Clementine";
  restore();
  expect(document.activeElement).toBe(now);
  expect(now?.selectionStart).toBe(3);
});

test("so has a button with an id; what is not there any more leaves it to the heading", () => {
  find("#menu")?.focus();
  const restore = noteFocus();
  mountAnew();
  restore();
  expect(document.activeElement).toBe(find("#menu"));
  const restoreAgain = noteFocus();
  mountAnew();
  find("#menu")?.remove();
  restoreAgain();
  expect(document.activeElement).toBe(find("h1"));
});

test("it is taken from nobody, and nobody gets it who had none", () => {
  noteFocus()();
  expect(document.activeElement).toBe(document.body);
  find("#menu")?.focus();
  const restore = noteFocus();
  mountAnew();
  find("[name=city]")?.focus();
  restore();
  expect(document.activeElement).toBe(find("[name=city]"));
});
