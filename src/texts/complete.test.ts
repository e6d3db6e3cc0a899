import { expect, test } from "vitest";
import { widgetTexts } from "../ui/widget-texts.ts";
import { completeTexts } from "./complete.ts";
import { texts } from "./texts.ts";

// 20.2
test("in English, too, widgets write the size of a file as people read it", () => {
  completeTexts();
  expect(texts.playlists.follow).toBe("Follow");
  expect(widgetTexts.bytes(18_270).replace(/\s/, " ")).toBe("18 kB");
});
