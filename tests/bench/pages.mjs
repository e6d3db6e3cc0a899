/** Pages that benches look at: the bare one, and those of somebody who has signed in. */
import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { root } from "../../scripts/setup.mjs";
import { buildBareForm } from "../support/bare-form.mjs";

/** The floor of the first paint, compressed as the page is. */
export async function serveBareForm(folder) {
  const dist = await buildBareForm(folder);
  // Once, as our server does: at each request it would take a quarter of a second, to the favour of the app.
  const compressed = new Map();
  for (const file of await readdir(dist, { recursive: true }))
    if (/\.(html|js)$/.test(file)) compressed.set(`/${file}`, brotliCompressSync(await readFile(join(dist, file))));
  const server = createServer((request, response) => {
    const file = request.url === "/" ? "/index.html" : request.url;
    const type = file.endsWith(".js") ? "text/javascript" : "text/html";
    const body = compressed.get(file);
    if (body === undefined) response.writeHead(404).end();
    else response.writeHead(200, { "content-type": type, "content-encoding": "br" }).end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, address: `http://localhost:${server.address().port}/` };
}

/** Signs the first demo account in, and waits for its home. */
export async function signInToPage(page, url) {
  const { accounts } = JSON.parse(readFileSync(join(root, "server/demo/library.json"), "utf8"));
  await page.goto(`${url}/login`);
  await page.getByLabel("Email").fill(accounts[0].email);
  await page.getByLabel("Password", { exact: true }).fill(accounts[0].password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await page.waitForURL("**/home-page");
}
