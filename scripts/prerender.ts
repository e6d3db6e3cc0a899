/** Prerenders the build's documents, so that they show content before any script runs (specification 3.2). */
import { createHash } from "node:crypto";
import { mkdir, readFile, unlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import react from "@vitejs/plugin-react";
import { build, type InlineConfig, type Plugin, type Rolldown } from "vite";
import { chosenThemes, firstVisitFile, firstVisitFolder } from "../contract/first-visit.ts";
import { defaultLanguage } from "../contract/languages.ts";
import { documents, type MemberPath, type VisitorPath } from "../contract/screens.ts";
import type { DocumentLanguage } from "../src/startup/show-language.ts";
import { splitCriticalCss } from "./critical-css.ts";

const common: InlineConfig = { configFile: false, publicDir: false, logLevel: "warn" };
const firstPaint = "src/startup/first-paint.ts";

export function prerender(): Plugin {
  return {
    name: "offbeat-prerender",
    // In development the page renders everything itself.
    transformIndexHtml: {
      order: "post",
      handler: (html, { server }) =>
        server ? html.replace("<!--first-paint-->", `<script type="module" src="/${firstPaint}"></script>`) : html,
    },
    // After the files are written, and before the worker's precache list reads them.
    async writeBundle({ dir = "" }, bundle) {
      const [first, screens] = await Promise.all([buildFirstPaint(dir), buildScreens()]);
      const made = await fillDocuments(await readFile(join(dir, "index.html"), "utf8"), first, screens, bundle);
      const addStyles = await writeStyles(dir, bundle, [...made.values()]);
      for (const [file, html] of made) {
        await mkdir(dirname(join(dir, file)), { recursive: true });
        await writeFile(join(dir, file), addStyles(html, file.startsWith(firstVisitFolder)));
      }
    },
  };
}

/** The documents by file, without their styles: one for each screen, and those for first visits. */
async function fillDocuments(
  template: string,
  first: string,
  screens: Screens,
  bundle: Rolldown.OutputBundle,
): Promise<Map<string, string>> {
  const always = scriptsOf(bundle, visitorModules);
  const preloads = always.filter((address) => !template.includes(`"${address}"`)).join(" ");
  const [start, ...needs] = scriptsOf(bundle, ["main.ts", ...visitorModules]);
  const withoutModules = template.replace(
    /\s*<(script type="module"[^>]*><\/script|link rel="modulepreload"[^>]*)>/g,
    "",
  );
  const made = new Map<string, string>();
  for (const { file, visitor, member } of documents) {
    const shown = await renderAll(screens, visitor, member);
    const scripts = scriptsOf(bundle, memberModules(member), always).join(" ");
    const described = shown.map(({ language, title }) => [language, describe(bundle, language, title)] as const);
    const languages = escape(JSON.stringify(Object.fromEntries(described)));
    const script = `<script src="${first}" data-languages="${languages}" data-always="${preloads}" data-member="${scripts}"></script>`;
    made.set(file, fill(template, script, shown));
    if (member !== documents[0]?.member) continue;
    for (const [index, one] of shown.entries()) {
      // In the order of the document, and so before the modules.
      const late = needs.concat(described[index]?.[1].script ?? []).join(" ");
      const script = `<script defer fetchpriority="high" src="${first}" data-start="${start}" data-needs="${late}" data-member="${scripts}"></script>`;
      const html = fill(withoutModules, script, [{ ...one, member: "" }])
        .replace(/<html lang="\w+"/, `<html lang="${one.language}" data-first-visit`)
        .replace(/\s*<link [^>]*data-member-only[^>]*>/, "")
        .replace(/<div id="member".*?<\/div>/, "");
      made.set(firstVisitFile(visitor, one.language), html);
      for (const theme of chosenThemes)
        made.set(
          firstVisitFile(visitor, one.language, theme),
          html.replace(" data-first-visit", `$& data-theme="${theme}"`),
        );
    }
  }
  for (const [file, html] of made) {
    if (/\sstyle=/.test(html)) throw new Error(`${file}: the policy forbids styles in elements`);
    if (/<!--(first-paint|visitor|member|not-started|no-script)-->/.test(html))
      throw new Error(`${file}: a place stayed empty`);
  }
  return made;
}

/** @param script the first one's element */
function fill(template: string, script: string, shown: readonly Shown[]): string {
  return (
    template
      .replace(/<title>.*<\/title>/, () => `<title>${shown[0]?.title}</title>`)
      .replace("<!--first-paint-->", () => script)
      .replace('<div id="visitor"><!--visitor--></div>', () =>
        inEach(shown, "div", ({ visitor }) => visitor, "visitor"),
      )
      .replace('<div id="member"><!--member--></div>', () => inEach(shown, "div", ({ member }) => member, "member"))
      .replace("<!--not-started-->", () =>
        inEach(shown, "span", ({ words }) => `${escape(words.notStarted)} <a href="">${escape(words.reload)}</a>`),
      )
      .replace("<!--no-script-->", () =>
        shown.map(({ language, words }) => `<p lang="${language}">${escape(words.needsScript)}</p>`).join(""),
      )
      // The content comes first; the scripts hydrate it.
      .replaceAll('<script type="module"', '$& fetchpriority="low"')
  );
}

/** What the first script has to know of a language. */
function describe(bundle: Rolldown.OutputBundle, language: string, title: string): DocumentLanguage {
  if (language === defaultLanguage) return { title };
  const catalogue = Object.values(bundle).find(
    (output) => output.type === "chunk" && output.facadeModuleId?.endsWith(`/src/texts/${language}.ts`),
  );
  return { title, ...(catalogue && { script: `/${catalogue.fileName}` }) };
}

/** The modules of a visitor's screen; members need them too. */
const visitorModules = ["startup/show-visitor.tsx"];
const memberModules = (member: MemberPath) => [
  "startup/show-member.tsx",
  "startup/open-app.tsx",
  "sync/open-account.ts",
  "routes/MemberLayout.tsx",
  `routes${member}.tsx`,
];

/** URLs of the scripts that these modules of `src` need, without those of `others`. */
function scriptsOf(
  bundle: Rolldown.OutputBundle,
  modules: readonly string[],
  others: readonly string[] = [],
): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
  const files = new Set<string>();
  const add = (file: string) => {
    if (files.has(file)) return;
    files.add(file);
    chunks.find(({ fileName }) => fileName === file)?.imports.forEach(add);
  };
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/src/${module}`)));
    if (chunk === undefined) throw new Error(`${module} is in no script`);
    add(chunk.fileName);
  }
  return [...files].map((file) => `/${file}`).filter((address) => !others.includes(address));
}

/**
 * Writes critical and deferred styles in place of the build's one file. Returns a function that gives both to a document:
 * the critical ones right behind the first script, or inside the document; the deferred ones last, with a media query that
 * matches nothing, so that no browser waits for them, or by the first script (`start-after-paint.ts`).
 */
async function writeStyles(
  dir: string,
  bundle: Rolldown.OutputBundle,
  html: readonly string[],
): Promise<(html: string, isInline: boolean) => string> {
  const whole = Object.keys(bundle).find((file) => file.endsWith(".css"));
  if (whole === undefined) throw new Error("The build has no styles");
  const { critical, deferred } = splitCriticalCss(await readFile(join(dir, whole), "utf8"), html);
  // Elsewhere they would mean another file, or end the element.
  if (/url\((?!\/|["']\/)|<\//.test(critical)) throw new Error("The critical styles cannot stand in a document");
  const write = async (name: string, styles: string): Promise<string> => {
    const address = `/static/assets/${name}-${shortHash(styles)}.css`;
    await writeFile(join(dir, address), styles);
    return address;
  };
  const [criticalUrl, deferredUrl] = await Promise.all([write("critical", critical), write("deferred", deferred)]);
  await unlink(join(dir, whole));
  const link = `<link rel="stylesheet" crossorigin href="/${whole}">`;
  return (document, isInline) => {
    if (!document.includes(link)) throw new Error("A document asks for no styles");
    const styles = isInline
      ? `<style>${critical}</style>`
      : `<link rel="stylesheet" crossorigin href="${criticalUrl}">`;
    // Behind the first script, which would else wait for it.
    const styled = document.replace(link, "").replace("</script>", (end) => end + styles);
    if (isInline) return styled.replace(" data-start=", ` data-styles="${deferredUrl}"$&`);
    const deferredLink = `<link rel="stylesheet" crossorigin href="${deferredUrl}" media="not all" data-deferred>`;
    return styled.replace("</head>", `${deferredLink}$&`);
  };
}

const shortHash = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 8);

/** Returns the script's URL. It is one file without imports, because it blocks the first paint. */
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
  const address = `/static/js/first-paint-${shortHash(code)}.js`;
  await writeFile(join(dir, address), code);
  return address;
}

/** Loads the page's components in Node. */
async function buildScreens(): Promise<typeof import("../src/startup/prerender.tsx")> {
  const outDir = "dist/prerender";
  await build({
    ...common,
    plugins: [react()],
    build: {
      outDir,
      emptyOutDir: true,
      target: "node20",
      ssr: "src/startup/prerender.tsx",
      rolldownOptions: { output: { entryFileNames: "prerender.js" } },
    },
  });
  return import(`${pathToFileURL(join(outDir, "prerender.js")).href}?${Date.now()}`);
}

type Screens = Awaited<ReturnType<typeof buildScreens>>;

interface Shown {
  language: string;
  title: string;
  visitor: string;
  member: string;
  words: ReturnType<Screens["documentTexts"]>;
}

/** The document's parts in every language, that of all who have none of them first. */
async function renderAll(screens: Screens, visitor: VisitorPath, member: MemberPath): Promise<Shown[]> {
  const shown: Shown[] = [];
  for (const language of screens.languages) {
    await screens.setLanguage(language);
    const { html, title } = screens.renderVisitor(visitor);
    shown.push({
      language,
      title,
      visitor: html,
      member: screens.renderMember(member),
      words: screens.documentTexts(),
    });
  }
  return shown;
}

/** One element for each language, with the same id. */
const inEach = (shown: readonly Shown[], tag: string, content: (one: Shown) => string, id?: string): string =>
  shown
    .map(
      (one) =>
        `<${tag}${id === undefined ? "" : ` id="${id}"`} data-language="${one.language}">${content(one)}</${tag}>`,
    )
    .join("");

const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
