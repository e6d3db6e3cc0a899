import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Writes the page with all pictures that are in the folder, also those of earlier runs. */
export async function writeIndex(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".png")).sort();
  const figures = names.map(
    (name) =>
      `<figure data-name="${name}"><a href="${name}"><img loading="lazy" src="${name}" alt=""></a><figcaption>${name.replace(".png", "").replaceAll(".", " · ")}</figcaption></figure>`,
  );
  await writeFile(
    join(folder, "index.html"),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title>
<style>
body { margin: 16px; font: 14px system-ui; background: #888 }
input { font: inherit; padding: 8px; width: 30em }
main { display: flex; flex-wrap: wrap; gap: 16px; margin-top: 16px }
figure { margin: 0 }
img { height: 400px; background: #fff }
[hidden] { display: none }
</style>
<h1>Gallery</h1>
<input type="search" placeholder="Words of the name: favorites dark de" aria-label="Filter">
<main>${figures.join("\n")}</main>
<script>
document.querySelector("input").addEventListener("input", ({ target }) => {
  const words = target.value.split(/\\s+/);
  for (const figure of document.querySelectorAll("figure"))
    figure.hidden = !words.every((word) => figure.dataset.name.includes(word));
});
</script>
</html>
`,
  );
}
