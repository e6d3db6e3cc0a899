/** The linter: rules for style and correctness, and the import rules that are made of `import-rules.mjs`. */
import { existsSync, readdirSync } from "node:fs";
import { alone, mayImport, packages, programs } from "./import-rules.mjs";

const isBelow = (folder, parent) => folder === parent || folder.startsWith(`${parent}/`);

/** The settings that hold a folder to its line of the table. */
function hold(program, folder, allowed) {
  const path = folder === undefined ? program : `${program}/${folder}`;
  const own = mayImport[program];
  const last = (name) => name.split("/").at(-1);
  const others = Object.keys(own).filter((name) => name !== folder && !allowed.includes(name));
  const outside = ["contract", "src", "sw", "server", "tests", "scripts"].filter(
    (name) => name !== program && !programs[program].some((one) => isBelow(one, name)),
  );
  const closed = programs[program].includes("src/lib")
    ? Object.keys(mayImport.src).filter((name) => !programs[program].includes(`src/${name}`))
    : [];
  const foreign = packages.filter(
    ({ only, never }) => (only && !only.some((one) => isBelow(path, one))) || never?.some((one) => isBelow(path, one)),
  );
  const patterns = [
    {
      group: outside.map((name) => `**/${name}/**`),
      message: `${program}/ may not import this program`,
    },
    {
      group: closed.map((name) => `**/src/${name}/**`),
      message: `${program}/ may not import this folder of src/`,
    },
    {
      group: folder === undefined ? [] : others.flatMap((name) => [`../**/${last(name)}/**`, `../${last(name)}/**`]),
      message: `${path}/ may not import this folder`,
    },
    {
      group: alone.includes(path) ? ["../**"] : [],
      message: `${path}/ imports nothing of ours`,
    },
    {
      group: ["**/main.ts"],
      message: "Nobody imports an entry",
    },
    {
      group: foreign.flatMap(({ names }) => names),
      message: `${path}/ may not import this package`,
    },
  ];
  return {
    files: [`${path}/**`],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: patterns
            .filter(({ group }) => group.length > 0)
            .map(({ group, message }) => ({ group, message: `${message}: see import-rules.mjs` })),
        },
      ],
    },
  };
}

/** Throws for a folder without a line in the table, which no rule would hold. */
function requireLines(program, parent = "") {
  const lines = Object.keys(mayImport[program]);
  for (const entry of readdirSync(new URL(`${program}/${parent}`, import.meta.url), { withFileTypes: true })) {
    const folder = parent + entry.name;
    if (!entry.isDirectory() || lines.includes(folder)) continue;
    if (!lines.some((line) => line.startsWith(`${folder}/`)))
      throw new Error(`${program}/${folder}/ has no line in import-rules.mjs`);
    requireLines(program, `${folder}/`);
  }
}
Object.keys(mayImport).forEach((program) => requireLines(program));

const imports = Object.entries(mayImport).flatMap(([program, folders]) => [
  hold(program, undefined, []),
  ...Object.entries(folders).map(([folder, allowed]) => hold(program, folder, allowed)),
]);

const functionsUpTo = (max) => ["error", { max, skipBlankLines: true, skipComments: true }];

/** Longer than 60 lines: each a state machine whose parts share most of their variables. */
const longFunctions = [
  "server/db/pglite-thread.ts",
  "src/db/live-table.ts",
  "src/features/lists/use-reorder.ts",
  "src/features/offline/{follow-wanted-lists,keep-downloads,reconcile-wanted}.ts",
  "src/features/player/{drop-gone-songs,player,player-tabs,resume-player,save-player}.ts",
  "src/features/uploads/{send-waiting,upload-batch,upload-state,uploads}.ts",
  "src/startup/create-app.ts",
  "src/sync/{online-state,outbox-drainer}.ts",
  "src/ui/{toaster,use-form}.ts",
  "sw/download-runner.ts",
];
for (const pattern of longFunctions) {
  const [start, names, end] = pattern.split(/[{}]/);
  for (const name of names?.split(",") ?? [""])
    if (!existsSync(new URL(start + name + (end ?? ""), import.meta.url)))
      throw new Error(`${pattern} names a file that is gone`);
}

export default {
  plugins: ["typescript", "react", "react-perf", "jsx-a11y", "import", "unicorn", "oxc", "vitest"],
  categories: {
    correctness: "error",
    suspicious: "error",
  },
  env: {
    builtin: true,
  },
  ignorePatterns: ["dist/**", "node_modules/**"],
  rules: {
    "typescript/no-explicit-any": "error",
    "typescript/no-non-null-assertion": "error",
    "import/no-cycle": ["error", { ignoreTypes: false }],
    "import/no-default-export": "error",
    "react/react-in-jsx-scope": "off",
    "react/rules-of-hooks": "error",
    "react/exhaustive-deps": "error",
    "no-console": [
      "error",
      {
        allow: ["info", "warn", "error"],
      },
    ],
    "max-lines": [
      "error",
      {
        max: 250,
        skipBlankLines: true,
        skipComments: true,
      },
    ],
    "max-lines-per-function": functionsUpTo(60),
    "no-underscore-dangle": "off",
    "unicorn/consistent-function-scoping": "off",
    "import/no-unassigned-import": [
      "error",
      {
        allow: ["**/*.css"],
      },
    ],
    "unicorn/prefer-add-event-listener": "off",
    "no-shadow": "off",
    "react-perf/jsx-no-new-object-as-prop": "off",
    "import/no-named-as-default": "off",
    "import/no-named-as-default-member": "off",
    "unicorn/no-array-sort": "off",
    "unicorn/no-array-reverse": "off",
    "unicorn/require-post-message-target-origin": "off",
    "vitest/no-conditional-expect": "off",
    "oxc/no-async-endpoint-handlers": "off",
    "jsx-a11y/prefer-tag-over-role": "off",
    "no-unmodified-loop-condition": "off",
  },
  overrides: [
    {
      // What loads them wants it so.
      files: ["vite.config.ts", "oxlint.config.mjs", "tests/support/stray-errors.mjs"],
      rules: { "import/no-default-export": "off" },
    },
    {
      files: ["scripts/**/*.mjs", "tests/**/*.mjs", "server/main.ts"],
      rules: { "no-console": "off" },
    },
    // Components have their markup beside their state; vite.config.ts is one list.
    {
      files: ["**/*.tsx", "vite.config.ts", ...longFunctions],
      rules: { "max-lines-per-function": functionsUpTo(120) },
    },
    {
      files: ["scripts/demo-music/**"],
      rules: { "no-console": "off", "max-lines": "off", "max-lines-per-function": "off" },
    },
    { files: ["src/texts/**"], rules: { "max-lines": "off" } },
    {
      files: ["tests/**", "**/*.test.ts", "**/*.test.tsx"],
      rules: {
        "max-lines-per-function": "off",
        "max-lines": "off",
        "no-console": "off",
        "vitest/no-standalone-expect": "off",
        "import/no-unassigned-import": "off",
      },
    },
    ...imports,
    { files: ["**/*.test.ts", "**/*.test.tsx"], rules: { "no-restricted-imports": "off" } },
  ],
};
