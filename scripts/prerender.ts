/** Puts into the documents of the build what they show before any script (specification 3.2). */
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import react from "@vitejs/plugin-react";
import { build, type InlineConfig, type Plugin, type Rolldown } from "vite";
import { documents, type MemberPath } from "../contract/screens.ts";

const common: InlineConfig = { configFile: false, publicDir: false, logLevel: "warn" };
const firstPaint = "src/first-paint.ts";

export function prerender(): Plugin {
  return {
    name: "offbeat-prerender",
    // In development the page draws everything itself.
    transformIndexHtml: {
      order: "post",
      handler: (html, { server }) =>
        server
          ? html.replace(
              "<!--first-paint-->",
              `<script type="module" src="/${firstPaint}"></script>`,
            )
          : html,
    },
    // After the files are written, and before the worker's list is made of them.
    async writeBundle({ dir = "" }, bundle) {
      const [first, screens] = await Promise.all([buildFirstPaint(dir), buildScreens()]);
      const template = await readFile(join(dir, "index.html"), "utf8");
      for (const { file, visitor, member } of documents) {
        const shown = screens.renderVisitor(visitor);
        const html = template
          .replace(/<title>.*<\/title>/, () => `<title>${shown.title}</title>`)
          .replace(
            "<!--first-paint-->",
            () => `<script src="${first}" data-member="${scriptsOf(bundle, member)}"></script>`,
          )
          .replace("<!--visitor-->", () => shown.html)
          .replace("<!--member-->", () => screens.renderMember(member))
          // What is shown comes first; the scripts take it over.
          .replace(/<(script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"');
        if (/\sstyle=/.test(html))
          throw new Error(`${file}: the policy forbids styles in elements`);
        await writeFile(join(dir, file), html);
      }
    },
  };
}

/** Addresses of what a screen of members needs besides what every document asks for. */
function scriptsOf(bundle: Rolldown.OutputBundle, member: MemberPath): string {
  const wanted = [
    "open-app.tsx",
    "sync/account.ts",
    "routes/MemberLayout.tsx",
    `routes${member}.tsx`,
  ];
  const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
  const files = new Set<string>();
  const add = (file: string) => {
    if (files.has(file)) return;
    files.add(file);
    chunks.find(({ fileName }) => fileName === file)?.imports.forEach(add);
  };
  for (const module of wanted) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/${module}`));
    if (chunk === undefined) throw new Error(`${module} has no script of its own`);
    add(chunk.fileName);
  }
  const always = new Set<string>();
  for (const chunk of chunks)
    if (chunk.isEntry) for (const file of [chunk.fileName, ...chunk.imports]) always.add(file);
  return [...files]
    .filter((file) => !always.has(file))
    .map((file) => `/${file}`)
    .join(" ");
}

/** Answers the script's address. One file without imports, since nothing is painted before it ran. */
async function buildFirstPaint(dir: string): Promise<string> {
  const made = await build({
    ...common,
    build: {
      write: false,
      target: "es2022",
      rolldownOptions: { input: firstPaint, output: { format: "iife" } },
    },
  });
  const code = "output" in made ? made.output[0].code : undefined;
  if (code === undefined) throw new Error("The first script was not built");
  const hash = createHash("sha256").update(code).digest("base64url").slice(0, 8);
  const address = `/static/js/first-paint-${hash}.js`;
  await writeFile(join(dir, address), code);
  return address;
}

/** The page's own components, in Node. */
async function buildScreens(): Promise<typeof import("../src/prerender.tsx")> {
  const outDir = "dist/prerender";
  await build({
    ...common,
    plugins: [react()],
    build: {
      outDir,
      emptyOutDir: true,
      target: "node20",
      ssr: "src/prerender.tsx",
      rolldownOptions: { output: { entryFileNames: "prerender.js" } },
    },
  });
  return import(`${pathToFileURL(join(outDir, "prerender.js")).href}?${Date.now()}`);
}
