/** The inspector of uploaded files as the sources at hand make it: processes run no TypeScript, so its script is built. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Rolldown } from "vite";
import { openInspector, type Inspector } from "../../server/media/inspector.ts";

const root = resolve(import.meta.dirname, "../..");
/** Inside the project, where packages with binaries of their own are found. */
const cache = join(root, "node_modules/.cache");

let script: Promise<URL> | undefined;

/** The script, built once in a process that runs tests. */
const inspectorScript = (): Promise<URL> => (script ??= buildScript());

/** As the server opens it, but for the script, which is built for the first file that comes. */
export function openTestInspector(folder: string): Inspector {
  let opening: Promise<Inspector> | undefined;
  const open = () => (opening ??= inspectorScript().then((built) => openInspector({ script: built, folder })));
  return {
    inspect: async (kind, file) => (await open()).inspect(kind, file),
    expect: () => {},
    close: () => void opening?.then((inspector) => inspector.close()),
  };
}

async function buildScript(): Promise<URL> {
  const output = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "error",
    // As in the server's own build.
    ssr: { noExternal: true, external: ["sharp"] },
    build: {
      write: false,
      target: "node20",
      ssr: true,
      rolldownOptions: {
        input: { inspector: "server/media/inspector-process.ts" },
        output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
      },
    },
  });
  const [built] = [output].flat() as Rolldown.RolldownOutput[]; // a build that does not watch answers its output
  const files = (built?.output ?? []).flatMap((file) => (file.type === "chunk" ? [file] : []));
  const hash = createHash("sha256")
    .update(files.map(({ code }) => code).join("\n"))
    .digest("hex");
  const folder = join(cache, `offbeat-inspector-${hash.slice(0, 16)}`);
  if (!existsSync(folder)) {
    // Under its name only when whole: several processes may make it at once.
    const draft = `${folder}-${process.pid}`;
    mkdirSync(draft, { recursive: true });
    for (const { fileName, code } of files) writeFileSync(join(draft, fileName), code);
    if (!existsSync(folder)) renameSync(draft, folder);
  }
  return pathToFileURL(join(folder, "inspector.js"));
}
