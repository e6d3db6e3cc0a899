import { catalogue } from "./en.ts";
import { visitors } from "./en-visitors.ts";
import { setWidgetTexts } from "../ui/widget-texts.ts";
import { setTexts, texts, type Texts } from "./texts.ts";

/** Adds to the English of the visitors' screens what the app shows. Another language has come whole. */
export function completeTexts(): void {
  if ((texts as object) !== visitors) return;
  setTexts(catalogue satisfies Texts);
  setWidgetTexts(catalogue.widgets);
}
