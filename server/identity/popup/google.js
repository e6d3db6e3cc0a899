/**
 * The popup's script: has the server sign the chosen account, posts the result to the opener if it has our origin, and
 * closes.
 */
const failure = document.querySelector(".failure");
const form = document.querySelector("form");
let busy = false;

// The theme that the page stores on this device.
const theme = localStorage.getItem("offbeat.theme");
if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;

async function choose(person) {
  if (busy) return;
  busy = true;
  failure.textContent = "";
  try {
    if (window.opener === null) throw new Error("Open this page with the Google button of the login page");
    const assertion = await sign(person);
    // `src/identity/google-popup.ts` receives it.
    window.opener.postMessage({ type: "offbeat-demo-google", assertion }, location.origin);
    window.close();
  } catch (error) {
    failure.textContent = error.message;
  } finally {
    busy = false;
  }
}

async function sign(person) {
  const response = await fetch("/identity/google", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(person),
  }).catch(() => {
    throw new Error("There is no connection to the server. Try again");
  });
  const body = await response.json().catch(() => ({}));
  if (response.ok) return body.assertion;
  throw new Error(body.errors?.[0]?.message ?? body.detail ?? body.title ?? "Something went wrong! Try again");
}

for (const button of document.querySelectorAll(".account")) {
  button.addEventListener("click", () => void choose({ ...button.dataset }));
}
document.querySelector(".cancel").addEventListener("click", () => window.close());
form.addEventListener("submit", (event) => {
  event.preventDefault();
  void choose(Object.fromEntries(new FormData(form)));
});
