/** The manifest of the installed app agrees with the app (specification 3.17.3, 17.60). */
import { existsSync, readFileSync } from "node:fs";
import * as v from "valibot";
import { expect, test } from "vitest";
import { audioExtensions } from "./media.ts";
import { memberPaths } from "./screens.ts";
import { shareField, sharePath } from "./share-target.ts";

const Icon = v.object({ src: v.string(), purpose: v.optional(v.string()) });
const Manifest = v.object({
  icons: v.array(Icon),
  shortcuts: v.array(v.object({ name: v.string(), url: v.string(), icons: v.array(Icon) })),
  share_target: v.object({
    action: v.literal(sharePath),
    method: v.literal("POST"),
    enctype: v.literal("multipart/form-data"),
    params: v.object({ files: v.tuple([v.object({ name: v.literal(shareField), accept: v.array(v.string()) })]) }),
  }),
  file_handlers: v.tuple([
    v.object({ action: v.literal(sharePath), accept: v.record(v.string(), v.array(v.string())) }),
  ]),
});
const manifest = v.parse(Manifest, JSON.parse(readFileSync("manifest.webmanifest", "utf8")));

test("files of every kind that can be uploaded can be shared, and most be opened", () => {
  const [{ accept }] = manifest.share_target.params.files;
  expect(audioExtensions.filter((one) => !accept.includes(one) && one !== ".mov")).toEqual([]);
  const opened = Object.values(manifest.file_handlers[0].accept).flat();
  expect(opened.filter((one) => !(audioExtensions as readonly string[]).includes(one))).toEqual([]);
});

test("its icons are there, also maskable and in one colour, and its shortcuts lead to screens", () => {
  const icons = [...manifest.icons, ...manifest.shortcuts.flatMap((shortcut) => shortcut.icons)];
  expect(icons.filter(({ src }) => !existsSync(`public${src}`))).toEqual([]);
  expect(new Set(manifest.icons.map(({ purpose }) => purpose))).toEqual(new Set(["any", "maskable", "monochrome"]));
  const paths = manifest.shortcuts.map(({ url }) => url.replace(/[?].*/s, ""));
  expect(paths.filter((path) => !(memberPaths as readonly string[]).includes(path))).toEqual([]);
});
