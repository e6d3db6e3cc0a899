import { expect, test } from "vitest";
import { splitCriticalCss } from "./critical-css.ts";

const styles = [
  "@layer base{:root{--line:1px}}",
  "@layer ui{._button_1mcll_2{padding:0}._dialog_5bqp5_1{padding:1px}._button_1mcll_2:hover{padding:2px}}",
  "@keyframes _turn_1twjo_1{to{rotate:1turn}}@keyframes show{to{opacity:1}}",
  "@media (width>600px){._list_9abcd_1{gap:0}._button_1mcll_2 svg{width:1em}}",
  "@container (width<300px){._list_9abcd_1{gap:1px}}",
].join("");
const parts = splitCriticalCss(styles, ['<main><button class="_button_1mcll_2">Log in</button></main>']);

test("the critical part has what the documents show, and all that belongs to no component (specification 3.2)", () => {
  expect(parts.critical).toBe(
    [
      "@layer base{:root{--line:1px}}",
      "@layer ui{._button_1mcll_2{padding:0}._button_1mcll_2:hover{padding:2px}}",
      "@keyframes show{to{opacity:1}}",
      "@media (width>600px){._button_1mcll_2 svg{width:1em}}",
    ].join(""),
  );
});

test("the deferred part has everything else, each rule once and in its layer", () => {
  expect(parts.deferred).toBe(
    [
      "@layer ui{._dialog_5bqp5_1{padding:1px}}",
      "@keyframes _turn_1twjo_1{to{rotate:1turn}}",
      "@media (width>600px){._list_9abcd_1{gap:0}}",
      "@container (width<300px){._list_9abcd_1{gap:1px}}",
    ].join(""),
  );
});

test("a component of the documents comes whole, whatever of it they show", () => {
  const { critical, deferred } = splitCriticalCss("._a_1abcd_1{top:0}._b_1abcd_9{top:1px}", ['<p class="_b_1abcd_9">']);
  expect(critical).toBe("._a_1abcd_1{top:0}._b_1abcd_9{top:1px}");
  expect(deferred).toBe("");
});
