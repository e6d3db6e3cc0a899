/** The floor of the first paint: a bare React form, built by the same tool as the page (specification 21). */
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";
import { root } from "../../scripts/setup.mjs";

const bareForm = `
import { useState } from "react";
import { createRoot } from "react-dom/client";
function Form() {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  return <form onSubmit={(event) => { event.preventDefault(); console.log(email, password); }}>
    <label>Email <input value={email} onChange={(event) => setEmail(event.target.value)} /></label>
    <label>Password <input type="password" value={password} onChange={(event) => setPassword(event.target.value)} /></label>
    <button>Login</button>
  </form>;
}
createRoot(document.getElementById("root")).render(<Form />);
`;

/**
 * Returns the path of the built floor.
 * @param folder an empty one
 */
export async function buildBareForm(folder) {
  writeFileSync(join(folder, "index.html"), '<div id="root"></div><script type="module" src="/main.jsx"></script>');
  writeFileSync(join(folder, "main.jsx"), bareForm);
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  // A test runner's word would make a build for development.
  process.env.NODE_ENV = "production";
  const options = { target: "es2022", modulePreload: { polyfill: false } };
  await build({
    root: folder,
    configFile: false,
    logLevel: "warn",
    build: options,
    oxc: { jsx: { runtime: "automatic" } },
  });
  return join(folder, "dist");
}
