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

/** The language that the page stores on this device, else the browser's first one that there is. */
const stored = localStorage.getItem("offbeat.language");
const language = [...(stored === null ? [] : [stored]), ...navigator.languages]
  .map((tag) => tag.toLowerCase().split("-")[0])
  .find((code) => code === "en" || code === "de");

/** By the English of the page. */
const german = {
  "Choose a demo Google account": "Ein Google-Konto zum Ausprobieren wählen",
  "Choose a demo Google account · Offbeat": "Ein Google-Konto zum Ausprobieren wählen · Offbeat",
  "This page stands in for Google on this computer, and asks nobody outside. Make anybody up.":
    "Diese Seite vertritt Google auf diesem Computer und fragt niemanden draußen. Wer hier steht, darf erfunden sein.",
  "Or another one": "Oder ein anderes",
  "Given name": "Vorname",
  "Family name": "Nachname",
  Email: "E-Mail",
  Cancel: "Abbrechen",
  Continue: "Weiter",
  "Open this page with the Google button of the login page":
    "Bitte diese Seite mit dem Google-Knopf der Anmeldung öffnen",
  "There is no connection to the server. Try again": "Keine Verbindung zum Server. Bitte erneut versuchen",
  "Something went wrong! Try again": "Etwas ist schiefgegangen! Bitte erneut versuchen",
};
const say = (english) => (language === "de" && german[english]) || english;

if (language === "de") {
  document.documentElement.lang = "de";
  document.title = say(document.title);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode } = texts;
    const english = currentNode.data.trim().replaceAll(/\s+/g, " ");
    if (english in german) currentNode.data = german[english];
  }
}

async function choose(person) {
  if (busy) return;
  busy = true;
  failure.textContent = "";
  try {
    if (window.opener === null) throw new Error(say("Open this page with the Google button of the login page"));
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
    throw new Error(say("There is no connection to the server. Try again"));
  });
  const body = await response.json().catch(() => ({}));
  if (response.ok) return body.assertion;
  throw new Error(body.errors?.[0]?.message ?? body.detail ?? body.title ?? say("Something went wrong! Try again"));
}

for (const button of document.querySelectorAll(".account")) {
  button.addEventListener("click", () => void choose({ ...button.dataset }));
}
document.querySelector(".cancel").addEventListener("click", () => window.close());
form.addEventListener("submit", (event) => {
  event.preventDefault();
  void choose(Object.fromEntries(new FormData(form)));
});
