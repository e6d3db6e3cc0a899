/** Where a reader's own few colours replace ours, what only a colour told would be gone (specification 20.14). */
import { readdirSync, readFileSync } from "node:fs";
import postcss from "postcss";
import { expect, test } from "vitest";

const sheets = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".module.css"))
  .map((path) => ({ path, sheet: postcss.parse(readFileSync(`src/${path}`, "utf8")) }));

/** The tokens that are a reader's colour then: those stay. */
const kept = new Set<string>();
postcss.parse(readFileSync("src/styles/tokens.css", "utf8")).walkDecls((declaration) => {
  if (isForced(declaration)) kept.add(declaration.prop);
});

/** What tells the state besides. */
const toldElsewhere = new Map([
  ["ui/Card.module.css [aria-current]", "the mark over the cover"],
  ["ui/CheckboxField.module.css [aria-invalid]", "the sentence below"],
  ["ui/CheckboxField.module.css :disabled", "the browser's own box"],
  ["ui/Field.module.css [data-disabled]", "the field itself"],
  ["ui/Field.module.css :disabled", "the browser's own grey"],
]);
/** Pictures that tell nothing. */
const decoration = new Set([
  "ui/PageHeader.module.css .outer[data-tint]::before",
  "ui/ListRow.module.css .row:not([data-choice]):has(> .action > button) .lead::before",
  "features/songs/SongCard.module.css .heart button::before",
  "routes/VisitorPage.module.css .page::before",
]);

const states =
  /\[((?:aria-(?:current|pressed|selected|invalid|checked))|data-(?:on|active|current|highlighted|lifted|dimmed|disabled))(?:="true"|="page")?\]|(:checked|:disabled)/g;
/** Not forced, or no sight. */
const isLost = ({ prop }: postcss.Declaration) =>
  /^(color|background(-color|-image)?|(border|outline|text-decoration)(-\w+)*-color|border|box-shadow|transition|cursor)$/.test(
    prop,
  );

function isForced(node: postcss.Node | undefined): boolean {
  if (node === undefined) return false;
  return (node instanceof postcss.AtRule && node.params.includes("forced-colors")) || isForced(node.parent);
}

const declarationsOf = (rule: postcss.Rule) =>
  rule.nodes.filter((node): node is postcss.Declaration => node.type === "decl");

/** The states of a sheet that nothing but colours tells. */
function untold(sheet: postcss.Root): string[] {
  const told = new Map<string, boolean>();
  sheet.walkRules((rule) => {
    const selector = rule.selector.replaceAll(/:not\([^)]*\)/g, "");
    for (const [, attribute, pseudo] of selector.matchAll(states)) {
      const state = attribute ? `[${attribute}]` : String(pseudo);
      const stays = isForced(rule) || declarationsOf(rule).some((declaration) => !isLost(declaration));
      told.set(state, told.get(state) === true || stays);
    }
  });
  return [...told].filter(([, isTold]) => !isTold).map(([state]) => state);
}

/** Shapes that are nothing but a background, in a colour that goes. */
function undrawn(sheet: postcss.Root): string[] {
  const again = new Set<string>();
  sheet.walkRules((rule) => {
    if (isForced(rule)) for (const selector of rule.selectors) again.add(selector);
  });
  const found: string[] = [];
  sheet.walkRules(/::(before|after)$/, (rule) => {
    const goes = declarationsOf(rule).some(({ prop, value }) => {
      const tokens = [...value.matchAll(/var\((--[\w-]+)/g)].map(([, token = ""]) => token);
      const stays = value === "none" || (tokens.length > 0 && tokens.every((token) => kept.has(token)));
      return /^background(-color|-image)?$/.test(prop) && !stays;
    });
    const isDrawnOtherwise = declarationsOf(rule).some(({ prop }) => prop === "border");
    if (goes && !isDrawnOtherwise && !isForced(rule)) found.push(...rule.selectors.filter((one) => !again.has(one)));
  });
  return found;
}

test("every state is told by more than a colour where colours are forced", () => {
  const found = sheets.flatMap(({ path, sheet }) => untold(sheet).map((state) => `${path} ${state}`));
  expect(found.filter((one) => !toldElsewhere.has(one))).toEqual([]);
  expect(found.length).toBe(toldElsewhere.size);
});

test("shapes that are a background are drawn again where backgrounds are forced", () => {
  const found = sheets.flatMap(({ path, sheet }) => undrawn(sheet).map((selector) => `${path} ${selector}`));
  expect(found.filter((one) => !decoration.has(one))).toEqual([]);
  expect(found.length).toBe(decoration.size);
});

test("the check finds both", () => {
  const sheet = postcss.parse(`
    .tab[data-active] { color: red; background: blue }
    .row[aria-current] { color: red } .row[aria-current] .title { font-weight: 600 }
    .mode:not([aria-pressed="true"]) { color: red }
    .mode[aria-pressed="true"]::after { background: currentColor; content: "" }
    .play::after { background: var(--accent); content: "" }`);
  expect(untold(sheet)).toEqual(["[data-active]"]);
  expect(undrawn(sheet)).toEqual(['.mode[aria-pressed="true"]::after']);
});
