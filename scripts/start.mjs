/** Runs `npm start`, `npm run dev`, `npm run build` and the operator's commands, after installing and building. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, root } from "./setup.mjs";

const [task = "start"] = process.argv.slice(2);
ensureInstalled();
if (task === "dev") await develop();
else {
  await ensureBuilt();
  // Runs in this process, so that signals reach the server.
  if (task === "start") await import("../dist/server/main.js");
  else if (task !== "build") await import("../dist/server/admin.js");
}

/** Serves the page with hot reload, in front of a server that restarts when its sources change. */
async function develop() {
  const { build, createServer } = await import("vite");
  const port = Number(process.env.PORT ?? 3000);
  const api = `http://127.0.0.1:${port + 1}`;
  process.env.OFFBEAT_DEV_API = api;
  const page = await createServer({ root, server: { port, strictPort: true } });
  const watcher = await build({ root, mode: "server", logLevel: "warn", build: { watch: {} } });
  let child;
  const restart = () => {
    const start = () => {
      const env = {
        ...process.env,
        PORT: String(port + 1),
        PUBLIC_URL: `http://localhost:${port}`,
      };
      child = spawn(process.execPath, [join(root, "dist", "server", "main.js")], {
        env,
        stdio: "inherit",
      });
    };
    // One that a signal ended has no exit code.
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return start();
    // Another build ended while it shuts down: one server is enough.
    if (child.killed) return;
    child.once("exit", start);
    child.kill("SIGTERM");
  };
  watcher.on("event", (event) => event.code === "END" && restart());
  await page.listen();
  page.printUrls();
  const end = () => {
    child?.kill("SIGTERM");
    void page.close().then(() => process.exit(0));
  };
  process.on("SIGINT", end);
  process.on("SIGTERM", end);
}
