// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { claimContainer } from "./claim-container.ts";

const fill = (...languages: string[]) => {
  document.body.innerHTML = `${["visitor", "member"]
    .flatMap((id) => languages.map((each) => `<div id="${id}" data-language="${each}">${id} ${each}</div>`))
    .join("")}<p id="not-started"></p>`;
};

test("the part of this user in this language is taken, and all others go", () => {
  fill("en", "de");
  claimContainer("visitor", "de");
  expect(document.body.innerHTML).toBe('<div id="root">visitor de</div>');
});

test("words of another language are not taken over", () => {
  fill("en");
  claimContainer("member", "de");
  expect(document.body.innerHTML).toBe('<div id="root"></div>');
});

// 3.2.15
test("a member is shown in a document for a first visit, which has nothing of members", () => {
  document.body.innerHTML = '<div id="visitor" data-language="en">visitor en</div><p id="not-started"></p>';
  claimContainer("member", "en");
  expect(document.body.innerHTML).toBe('<div id="root"></div>');
});

test("it has no language of its own: the page may choose another", () => {
  fill("en", "de");
  expect(claimContainer("member", "en").dataset["language"]).toBeUndefined();
});
