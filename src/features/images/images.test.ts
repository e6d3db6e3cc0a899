import { expect, test, vi } from "vitest";
import * as v from "valibot";
import type { Upload } from "../../../contract/media.ts";
import { ApiError } from "../../api/api-error.ts";
import { imageProblem, imageSchema } from "./form-image.ts";
import { createImageSender } from "./image-sender.ts";

const file = (name: string, size: number) => ({ name, size });

// 8.12
test.each([
  [file("cover.jpg", 300_000), undefined],
  [file("COVER.JPEG", 299_999), undefined],
  [file("cover.png", 1), undefined],
  [file("cover.png", 300_001), "The file is too large: at most 300 kB can be sent"],
  [file("cover.gif", 1), "Choose a .jpg, .jpeg or .png image"],
  [file("png", 1), "Choose a .jpg, .jpeg or .png image"],
  [file("cover.png", 0), "This file is empty"],
])("%o: %s", (one, problem) => {
  expect(imageProblem(one, 300_000)?.replace(/\s/g, " ")).toBe(problem);
});

test("an unknown limit refuses nothing", () => {
  expect(imageProblem(file("cover.png", 1e12), undefined)).toBeUndefined();
});

test("a form takes a file, the present URL or none", () => {
  const schema = imageSchema(10);
  for (const value of [null, "/media/x", new File(["x"], "x.png")]) expect(v.parse(schema, value)).toBe(value);
  expect(v.safeParse(schema, new File(["x"], "x.gif")).issues?.[0].message).toBe("Choose a .jpg, .jpeg or .png image");
  expect(v.is(schema, undefined)).toBe(false);
});

const png = new File(["x"], "x.png");
const uploadsAs = (...urls: string[]) =>
  vi.fn<(file: File) => Promise<Upload>>(async () => ({ secure_url: urls.shift() }) as Upload);
const swept = () => Promise.reject(new ApiError("upload-not-found", "Upload it again", { status: 409 }));

test("sends a new file only, and saves with its URL", async () => {
  const send = uploadsAs("/media/1");
  const save = createImageSender(send);
  expect(await save("/media/0", async (url) => url)).toBe("/media/0");
  expect(await save(null, async (url) => url)).toBe(null);
  expect(send).not.toHaveBeenCalled();
  expect(await save(png, async (url) => url)).toBe("/media/1");
});

test("a second attempt after a refused save does not send the file again; the next form does", async () => {
  const send = uploadsAs("/media/1", "/media/2");
  const save = createImageSender(send);
  await expect(save(png, () => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
  expect(await save(png, async (url) => url)).toBe("/media/1");
  expect(send).toHaveBeenCalledOnce();
  expect(await save(png, async (url) => url)).toBe("/media/2");
});

test("a file that the server deleted between two attempts is sent again, once", async () => {
  const send = uploadsAs("/media/1", "/media/2");
  const save = createImageSender(send);
  await expect(save(png, () => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
  expect(await save(png, async (url) => (url === "/media/1" ? swept() : url))).toBe("/media/2");
  await expect(save(png, swept)).rejects.toThrow("Upload it again");
});
