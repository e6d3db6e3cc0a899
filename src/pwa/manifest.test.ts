import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";

const folder = "docs/pictures";

interface Screenshot {
  src: string;
  sizes: string;
  type: string;
  form_factor: "narrow" | "wide";
}

test("the manifest shows the pictures that there are, in their sizes; none is heavy", async () => {
  // Our own file.
  const { screenshots } = JSON.parse(readFileSync("manifest.webmanifest", "utf8")) as { screenshots: Screenshot[] };
  const names = screenshots.map(({ src }) => src.replace(/^\/pictures\//, ""));
  expect(names.toSorted()).toEqual(readdirSync(folder).toSorted());
  for (const [index, name] of names.entries()) {
    const { width, height, format } = await sharp(join(folder, name)).metadata();
    const shown = screenshots[index];
    expect([name, `${width}x${height}`, `image/${format}`]).toEqual([name, shown?.sizes, shown?.type]);
    expect([name, width > height ? "wide" : "narrow"]).toEqual([name, shown?.form_factor]);
    expect(statSync(join(folder, name)).size).toBeLessThan(150_000);
  }
});
