/**
 * Which of the page's scripts a module goes into. Left alone, the bundler makes one for every set of modules that the
 * same screens share: hundreds of a kilobyte each, which a slow line fetches six at a time.
 */
import { resolve } from "node:path";
import type { Rolldown } from "vite";

type Graph = Pick<Rolldown.PluginContext, "getModuleInfo">;
type Group = Rolldown.CodeSplittingGroup;

/** What a page loads, in this order, under `src/`: a module belongs to the first that cannot run without it. */
const steps = [
  { name: "entry", files: ["main.ts", "startup/page-parts.ts", "app/language.ts"] },
  { name: "visitor", files: ["startup/show-visitor.tsx"] },
  { name: "worker", files: ["pwa/register-worker.ts", "pwa/worker-updates.ts"] },
  {
    name: "member",
    files: [
      "startup/show-member.tsx",
      "startup/open-app.tsx",
      "sync/open-account.ts",
      "routes/MemberLayout.tsx",
      "routes/home-page.tsx",
      "routes/favorites.tsx",
      // Of several other screens, and too small for a script of their own.
      "routes/NothingHere.tsx",
      "ui/SteadyText.tsx",
      "features/songs/own-songs.ts",
    ],
  },
  { name: "player", files: ["features/player/open-player.ts"] },
  { name: "player-bar", files: ["features/player/PlayerBar.tsx"] },
];
/** What seldom changes, in files of its own: what visitors wait for, and what the app adds. */
const longLived: Group[] = [
  { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
  {
    name: "base",
    test: /node_modules[\\/]valibot[\\/]|[\\/]src[\\/](texts[\\/](?!complete\.)\w[\w-]{2,}\.ts|ui[\\/](classes|widget-texts))|[\\/]contract[\\/]rules[\\/]validation/,
  },
  { name: "app", test: /node_modules[\\/]@tanstack[\\/]/ },
];
/** Loaded after the first screen: what other screens need, too, goes with the member's script. */
const late = new Set(["player", "player-bar"]);
/**
 * Scripts most of whose code runs while a page starts (tests/e2e/first-paint.test.ts). With this first line Chromium
 * compiles their functions with the script, beside the main thread, and keeps them in its code cache; else it does so one by
 * one on the main thread when they are called (v8.dev/blog/explicit-compile-hints). Others read a comment.
 */
const ofStart = new Set(["react", "base", "app", "entry", "member"]);
const compileHint = "//# allFunctionsCalledOnLoad";

/** The first line of the script of that name. */
export const bannerOf = ({ name }: { name: string }): string => (ofStart.has(name) ? compileHint : "");

/** Exports all icons there are; each is a module without a need of its own. */
const barrel = /lucide-react[\\/]dist[\\/]esm[\\/]lucide-react\./;
/** Icons that the player shares with other screens: so the graph does not tell who has them. */
const sharedIcons = /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]x\./;

/** The groups of one build, the first ones first. */
export function scriptGroups(): Group[] {
  let names: Map<string, string> | undefined;
  const stepOf = (id: string, graph: Graph) => (sharedIcons.test(id) ? "member" : (names ??= readSteps(graph)).get(id));
  const ofSteps = steps.map(({ name }) => ({
    debugName: name,
    name: (id: string, graph: Graph) => (stepOf(id, graph) === name ? name : null),
  }));
  const groups = [...longLived, ...ofSteps];
  return [
    ...groups.map((group, index) => ({ ...group, priority: groups.length - index })),
    // What several of the other screens and dialogs share; small parts go with their neighbours.
    { name: "shared", minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 20_000 },
  ];
}

function readSteps(graph: Graph): Map<string, string> {
  const names = new Map<string, string>();
  for (const { name, files } of steps) {
    const add = (id: string) => {
      if (names.has(id) || barrel.test(id)) return;
      names.set(id, name);
      graph.getModuleInfo(id)?.importedIds.forEach(add);
    };
    for (const file of files.map((file) => resolve("src", file))) {
      if (graph.getModuleInfo(file) === null) throw new Error(`${file} is not part of the page`);
      add(file);
    }
  }
  const share = (id: string) => {
    if (!late.has(names.get(id) ?? "")) return;
    names.set(id, "member");
    graph.getModuleInfo(id)?.importedIds.forEach(share);
  };
  const isWanted = (id: string) =>
    graph.getModuleInfo(id)?.importers.some((importer) => !names.has(importer) && !barrel.test(importer));
  for (const [id, name] of names) if (late.has(name) && isWanted(id)) share(id);
  return names;
}
