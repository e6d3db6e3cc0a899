/** One script out of a module of ours, for pages and workers that tests serve themselves. */
import { resolve } from "node:path";
import { build, type Rolldown } from "vite";

const root = resolve(import.meta.dirname, "../..");

/** Built as the app's build does it: a classic script for the worker. */
export async function bundle(entry: string, format: "iife" | "es"): Promise<string> {
  const output = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "error",
    mode: "production",
    // Vitest's own NODE_ENV would make it a development build.
    define: {
      "process.env.NODE_ENV": JSON.stringify("production"),
      "import.meta.env.DEV": "false",
    },
    build: {
      write: false,
      minify: false,
      target: "es2022",
      lib: { entry: resolve(root, entry), name: "app", formats: [format], fileName: "out" },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [first] = [output].flat() as Rolldown.RolldownOutput[]; // a build that does not watch answers its output
  const chunk = first?.output[0];
  if (chunk === undefined) throw new Error(`${entry} was not built`);
  return chunk.code;
}
