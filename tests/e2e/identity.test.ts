/**
 * The unmodified firebase package in a real browser, by the app's own identity, against the built server: sign-in,
 * recovery, changes, Google, and every answer that must not sign anybody out (specification 2, 16).
 */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser, watchFaults } from "../support/browser.ts";
import { bundle } from "../support/bundle.ts";
import type { IdentityProbe } from "../support/identity-page.ts";
import { type AppProcess, startApp } from "../support/app-process.ts";
import { createPerson } from "../support/person.ts";
import { type SmtpServer, startSmtpServer } from "../support/smtp-server.ts";

declare global {
  interface Window {
    identityProbe: IdentityProbe;
  }
}

const good = "Correct!1horse";
const better = "Another!1horse";
const patience = { timeout: 15_000 };

let server: AppProcess;
let mailed: AppProcess;
let smtp: SmtpServer;
let browser: Browser;
let script: string;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  [script, smtp, browser] = await Promise.all([
    bundle("tests/support/identity-page.ts", "es"),
    startSmtpServer(),
    launchBrowser(),
  ]);
  server = await startApp();
  mailed = await startApp({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` });
});
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});
afterAll(async () => {
  await browser.close();
  await Promise.all([server.remove(), mailed.remove(), smtp.close()]);
});

/** A device of its own, on a page of the server's origin that has nothing but the identity. */
async function device(site = server): Promise<Page> {
  const context = await browser.newContext();
  contexts.push(context);
  const page = await context.newPage();
  await page.route("**/identity-test*", (route) =>
    route.fulfill(
      route.request().url().endsWith(".js")
        ? { contentType: "text/javascript", body: script }
        : {
            contentType: "text/html",
            // As the app's pages have it.
            headers: { "cross-origin-opener-policy": "same-origin-allow-popups" },
            body: `<!doctype html><title>Test</title><script type="module" src="/identity-test.js"></script>`,
          },
    ),
  );
  await page.goto(`${site.url}/identity-test`);
  await page.waitForFunction(() => window.identityProbe.told.length > 0);
  return page;
}

const run = (page: Page, name: Parameters<IdentityProbe["run"]>[0], ...args: unknown[]) =>
  page.evaluate(([name, args]) => window.identityProbe.run(name, args), [name, args] as const);

let count = 0;
const newEmail = () => `browser${++count}@example.org`;

async function register(page: Page) {
  const email = newEmail();
  const user = await run(page, "signUp", email, good);
  expect(user).toEqual({ uid: expect.any(String) as string, email });
  return { email, uid: (user as { uid: string }).uid };
}

/** Closes the page and opens it again, on the same device. Answers whom it finds there. */
async function restart(page: Page) {
  await page.reload();
  await page.waitForFunction(() => window.identityProbe.told.length > 0);
  return page.evaluate(() => window.identityProbe.told[0]);
}

/** The last code that went to this address, from the terminal. */
async function codeFor(email: string): Promise<string> {
  const links = () =>
    server
      .output()
      .split("\n")
      .filter((line) => line.startsWith(`Mail to ${email}:`) && line.includes("oobCode="));
  await expect.poll(() => links().length, patience).toBeGreaterThan(0);
  return new URL(/http\S+$/.exec(links().at(-1) ?? "")?.[0] ?? "").searchParams.get("oobCode") ?? "";
}

async function mailedCodeFor(email: string): Promise<string> {
  const codes = () => smtp.mails.flatMap(({ to, text }) => (to === email && /oobCode=([\w-]+)/.exec(text)) || []);
  await expect.poll(() => codes().length, patience).toBeGreaterThan(0);
  return codes().at(-1) ?? "";
}

const claimsOf = (token: unknown): Record<string, unknown> =>
  JSON.parse(Buffer.from(String(token).split(".")[1] ?? "", "base64url").toString());

describe("an account with a password", () => {
  test("is made, found again after a restart, renewed, and signs in elsewhere", async () => {
    const page = await device();
    const { email, uid } = await register(page);
    expect(await restart(page)).toEqual({ uid, email });
    const [old, fresh] = [await run(page, "token", false), await run(page, "token", true)];
    expect(claimsOf(fresh)).toMatchObject({ sub: uid, email });
    expect(Number(claimsOf(fresh)["iat"])).toBeGreaterThanOrEqual(Number(claimsOf(old)["iat"]));
    expect(await run(page, "hasPassword")).toBe(true);
    const other = await device();
    expect(await run(other, "signIn", email, "Wrong!1horse")).toEqual({
      code: "auth/invalid-credential",
    });
    expect(await run(other, "signIn", email.toUpperCase(), good)).toEqual({ uid, email });
    await run(other, "signOut");
    expect(await restart(other)).toBeNull();
    expect(await run(page, "token", true)).toEqual(expect.any(String));
  });

  // 2.23, 2.27
  test("is recovered by a mailed link, once; all sign-ins end", async () => {
    const page = await device();
    const { email } = await register(page);
    const visitor = await device();
    expect(await run(visitor, "sendPasswordReset", newEmail())).toBeNull();
    expect(await run(visitor, "sendPasswordReset", email)).toBeNull();
    const code = await codeFor(email);
    expect(await run(visitor, "checkCode", code)).toEqual({ purpose: "reset-password", email });
    expect(await run(visitor, "confirmReset", code, "weak")).toEqual({
      code: "auth/weak-password",
    });
    expect(await run(visitor, "confirmReset", code, better)).toBeNull();
    expect(await run(visitor, "confirmReset", code, good)).toEqual({
      code: "auth/invalid-action-code",
    });
    expect(await restart(page)).toBeNull();
    expect(await run(visitor, "signIn", email, good)).toEqual({ code: "auth/invalid-credential" });
    expect(await run(visitor, "signIn", email, better)).toMatchObject({ email });
    // Not a word of it in the log's own lines.
    const log = server
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{"));
    expect(log.join("\n")).not.toMatch(/oobCode|example\.org/);
    expect(log.length).toBeGreaterThan(0);
  });

  // 2.24, 2.27
  test("changes its password: who did it goes on, other sign-ins end", async () => {
    const page = await device();
    const { email, uid } = await register(page);
    const other = await device();
    await run(other, "signIn", email, good);
    expect(await run(page, "reauthenticate", "Wrong!1horse")).toEqual({
      code: "auth/invalid-credential",
    });
    expect(await run(page, "reauthenticate", good)).toBeNull();
    expect(await run(page, "changePassword", better)).toBeNull();
    expect(claimsOf(await run(page, "token", true))).toMatchObject({ sub: uid });
    expect(await restart(page)).toEqual({ uid, email });
    expect(await run(other, "token", true)).toEqual({ code: "auth/user-token-expired" });
    expect(await restart(other)).toBeNull();
    expect(await run(other, "signIn", email, better)).toEqual({ uid, email });
  });

  test("changes its email at once where the site has no mail", async () => {
    const page = await device();
    const { email, uid } = await register(page);
    const other = await device();
    await run(other, "signIn", email, good);
    await run(page, "reauthenticate", good);
    const taken = await register(await device());
    expect(await run(page, "changeEmail", taken.email)).toEqual({
      code: "auth/email-already-in-use",
    });
    const next = newEmail();
    expect(await run(page, "changeEmail", next)).toBe("changed");
    const token = await run(page, "token", false);
    expect(claimsOf(token)).toMatchObject({ sub: uid, email: next });
    expect(await restart(other)).toBeNull();
    expect(await restart(page)).toEqual({ uid, email: next });
    const headers = { authorization: `Bearer ${String(token)}` };
    const profile = { firstName: "Ada", lastName: "Lovelace", artist: false };
    await page.request.post(`${server.url}/api/users`, { headers, data: profile });
    const put = await page.request.put(`${server.url}/api/users/update-email/${uid}`, {
      headers,
      data: { newEmail: next },
    });
    expect(put.status()).toBe(200);
    await expect
      .poll(() => server.output(), patience)
      .toContain(`Mail to ${email}: The email address of your Offbeat account was changed`);
  });

  // 2.25, 2.27
  test("changes its email by a link where the site has mail; who asked stays signed in", async () => {
    const page = await device(mailed);
    const { email, uid } = await register(page);
    const other = await device(mailed);
    await run(other, "signIn", email, good);
    await run(page, "reauthenticate", good);
    const next = newEmail();
    expect(await run(page, "changeEmail", next)).toBe("mailed");
    expect(claimsOf(await run(page, "token", true))).toMatchObject({ email });
    const code = await mailedCodeFor(next);
    const mailbox = await device(mailed);
    expect(await run(mailbox, "checkCode", code)).toEqual({ purpose: "change-email", email: next });
    expect(await run(mailbox, "applyCode", code)).toBeNull();
    expect(await restart(other)).toBeNull();
    // The page that asked for it knows the old address until it asks.
    expect(await run(page, "reload")).toBeNull();
    expect(await run(page, "reauthenticate", good)).toBeNull();
    expect(await restart(page)).toEqual({ uid, email: next });
    expect(claimsOf(await run(page, "token", true))).toMatchObject({ sub: uid, email: next });
    expect(await page.evaluate(() => window.identityProbe.emails.at(-1))).toEqual({
      uid,
      email: next,
    });
    await expect.poll(() => smtp.mails.filter(({ to }) => to === email).length, patience).toBe(1);
  });

  test("is deleted", async () => {
    const page = await device();
    const { email } = await register(page);
    await run(page, "reauthenticate", good);
    expect(await run(page, "deleteAccount")).toBeNull();
    expect(await restart(page)).toBeNull();
    expect(await run(page, "signIn", email, good)).toEqual({ code: "auth/invalid-credential" });
  });

  test("cannot be guessed at for long", async () => {
    const { email } = await register(await device());
    const page = await device();
    const codes = new Set<unknown>();
    for (let n = 0; n < 11; n++)
      codes.add(((await run(page, "signIn", email, `Wrong!1horse${n}`)) as { code: string }).code);
    expect([...codes]).toEqual(["auth/invalid-credential", "auth/too-many-requests"]);
  });
});

/** Chooses a demo Google account in the popup that opens meanwhile. */
async function inPopup(page: Page, open: () => Promise<unknown>, act: (popup: Page) => Promise<unknown>) {
  const [popup] = await Promise.all([page.waitForEvent("popup"), open()]);
  await ready(popup);
  await act(popup);
}

/** Its script has run. */
async function ready(popup: Page) {
  await popup.waitForLoadState("load");
  await popup.getByRole("heading", { name: "Choose a demo Google account" }).waitFor();
}

async function chooseOther(popup: Page, email: string) {
  await popup.getByLabel("Given name").fill("Eve");
  await popup.getByLabel("Family name").fill("Moriarty");
  await popup.getByLabel("Email").fill(email);
  await choose(popup, () => popup.keyboard.press("Enter"));
}

/** The popup may close before the key, or the button of the mouse, is up again. */
async function choose(popup: Page, press: () => Promise<void>) {
  await press().catch((error: unknown) => {
    if (!popup.isClosed()) throw error;
  });
}

describe("demo Google", () => {
  async function visitor(serviceWorkers: "allow" | "block" = "allow") {
    const context = await browser.newContext({ serviceWorkers });
    contexts.push(context);
    const page = await context.newPage();
    const faults: string[] = [];
    context.on("weberror", (error) => faults.push(String(error.error())));
    context.on("console", (message) => {
      const isCall = message.text().startsWith("Failed to load resource");
      if (message.type() === "error" && !isCall) faults.push(message.text());
    });
    await page.goto(`${server.url}/login`);
    return {
      page,
      faults,
      press: () => page.getByRole("button", { name: "Login with Google" }).click(),
    };
  }

  // 2.12, 2.14
  test("registers with the names it knows, by keyboard alone, and then just signs in", async () => {
    // A script that fails to come is fetched by the page itself, not from the worker's store.
    const { page, faults, press } = await visitor("block");
    await page.route("**/static/js/CompletionForm-*.js", (route) => route.abort(), { times: 1 });
    await inPopup(page, press, async (popup) => {
      await popup.keyboard.press("Tab");
      await popup.keyboard.press("Tab");
      await choose(popup, () => popup.keyboard.press("Enter"));
    });
    await page.getByRole("heading", { name: "Complete your registration" }).waitFor();
    await page.getByText("Couldn't load a part of Offbeat").waitFor();
    await page.getByRole("button", { name: "Try again" }).press("Enter");
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Selma");
    expect(await page.getByLabel("Surname").inputValue()).toBe("Okafor");
    await page.getByRole("button", { name: "Complete registration" }).click();
    await page.waitForURL("**/home-page");
    await page.getByText("You are successfully logged in").waitFor();
    const again = await visitor();
    await inPopup(again.page, again.press, (popup) =>
      choose(popup, () => popup.getByRole("button", { name: /Selma Okafor/ }).click()),
    );
    await again.page.waitForURL("**/home-page");
    expect([...faults, ...again.faults]).toEqual([]);
  });

  test("never opens an account with a password, and says why", async () => {
    const owner = await device();
    const { email, uid } = await register(owner);
    const { page, press } = await visitor();
    await inPopup(page, press, (popup) => chooseOther(popup, email));
    await page.getByText("An account with this email has a password. Log in with your email and password").waitFor();
    expect(await page.evaluate(() => localStorage.getItem("user"))).toBeNull();
    expect(await restart(owner)).toEqual({ uid, email });
    expect(await run(owner, "reauthenticate", good)).toBeNull();
  });

  // 3.3.4, 9.7
  test("that is given up says so, and what a form got wrong stays in the popup", async () => {
    const { page, press } = await visitor();
    await inPopup(page, press, async (popup) => {
      await chooseOther(popup, "nobody@nowhere");
      await popup.getByText("Email must be a valid email").waitFor();
      await choose(popup, () => popup.getByRole("button", { name: "Cancel" }).click());
    });
    await page.getByText("The Google window was closed before you had chosen an account").waitFor();
    expect(await page.evaluate(() => localStorage.getItem("user"))).toBeNull();
  });

  test("takes nobody's word but its own popup's", async () => {
    const page = await device();
    const popupOpened = page.waitForEvent("popup");
    const signingIn = run(page, "signInWithGoogle");
    const popup = await popupOpened;
    await ready(popup);
    await page.evaluate(() => window.identityProbe.forge());
    const email = `eve${++count}@gmail.example`;
    await chooseOther(popup, email);
    expect(await signingIn).toMatchObject({ email, firstName: "Eve", lastName: "Moriarty" });
    expect(await run(page, "hasPassword")).toBe(false);
    // Who has no password proves themselves by the popup again; as somebody else it does not count.
    for (const [who, outcome] of [
      ["robin.marsh@gmail.example", { code: "auth/user-mismatch" }],
      [email, null],
    ] as const) {
      const opened = page.waitForEvent("popup");
      const proving = run(page, "reauthenticate");
      const again = await opened;
      await ready(again);
      await chooseOther(again, who);
      expect(await proving).toEqual(outcome);
    }
  });

  test("hands nothing to a page of another origin", async () => {
    const context = await browser.newContext();
    contexts.push(context);
    const page = await context.newPage();
    const elsewhere = server.url.replace("localhost", "127.0.0.1");
    await page.route(`${elsewhere}/**`, (route) =>
      route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Eve</title>" }),
    );
    await page.goto(`${elsewhere}/eve`);
    const opened = page.waitForEvent("popup");
    await page.evaluate((url) => {
      const got: unknown[] = [];
      window.addEventListener("message", ({ data }) => got.push(data));
      Object.assign(window, { got, popup: window.open(url) });
    }, `${server.url}/identity/google`);
    const popup = await opened;
    await ready(popup);
    await popup.getByRole("button", { name: /Robin Marsh/ }).click();
    // Its opener policy has parted the two windows: there is nobody it could tell.
    await popup.getByText("Open this page with the Google button of the login page").waitFor();
    expect(await page.evaluate(() => (window as unknown as { got: unknown[] }).got)).toEqual([]);
  });
});

// 2.23, 2.24, 2.25, 2.28
test("a person recovers the password by mail, changes all of the profile, and leaves for good", async () => {
  const { email, password } = await createPerson(server.url);
  const context = await browser.newContext();
  contexts.push(context);
  const page = await context.newPage();
  const faults = watchFaults(page);
  const said = (text: string) => page.getByText(text).first().waitFor();
  const toLogin = () => page.waitForURL(/\/login/);
  const logIn = async (as: string, by: string) => {
    await page.getByLabel("Email", { exact: true }).fill(as);
    await page.getByLabel("Password", { exact: true }).fill(by);
    await page.getByLabel("Password", { exact: true }).press("Enter");
  };

  // Recovery, in place, and the link of the mail.
  await page.goto(`${server.url}/login`);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Forgot your password" }).press("Enter");
  await page.getByRole("heading", { name: "Recover your password" }).waitFor();
  await page.getByRole("button", { name: "Recover password" }).press("Enter");
  await said("Email sent! Check your email");
  const link = `${server.url}/auth/action?mode=resetPassword&oobCode=${await codeFor(email)}`;
  await page.goto(link);
  await page.getByLabel("New password").fill(good);
  await page.getByLabel("Confirm password").fill(good);
  await page.getByRole("button", { name: "Save password" }).click();
  await toLogin();
  expect(await page.getByLabel("Email").inputValue()).toBe(email);
  await page.goto(link);
  await said("This link was used already or is not complete. Ask for a new one.");
  await page.getByRole("button", { name: "Continue to Offbeat" }).click();
  await toLogin();
  await logIn(email, password);
  await said("Wrong Email or Password");
  await logIn(email, good);
  await page.waitForURL("**/home-page");

  // Somebody who is signed in follows a link, too.
  await page.goto(`${server.url}/auth/action?mode=verifyEmail&oobCode=no`);
  await page.getByRole("heading", { name: "This link doesn't work" }).waitFor();
  // No member's frame was shown meanwhile: the first script takes everybody there for a visitor.
  expect(await page.evaluate(() => "user" in document.documentElement.dataset)).toBe(false);
  await page.getByRole("button", { name: "Continue to Offbeat" }).click();
  await page.waitForURL("**/home-page");

  // Name and image.
  await page.goto(`${server.url}/profile`);
  await page.getByLabel("Name", { exact: true }).fill("Zoë");
  await page.getByLabel("Profile image", { exact: true }).setInputFiles("public/icons/icon-192.png");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await said("Your profile has been successfully updated");
  await page.getByRole("banner").getByText("Zoë Quill").waitFor();
  await page.reload();
  await expect.poll(() => page.getByLabel("Name", { exact: true }).inputValue(), patience).toBe("Zoë");
  await page.getByRole("button", { name: "Remove the image" }).waitFor();

  // The password, by keyboard alone.
  await page.getByRole("button", { name: "Change password" }).press("Enter");
  for (const text of [good, better, better]) {
    await page.keyboard.type(text);
    // Past the button that shows the password.
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await said("Your password has been successfully updated");

  // The email.
  const next = newEmail();
  await page.getByRole("button", { name: "Change email" }).click();
  await page.getByLabel("New email").fill(next);
  await page.getByLabel("Current password").fill(better);
  await page.getByRole("button", { name: "Save email" }).click();
  await said("Your email has been successfully updated");
  await expect.poll(() => page.evaluate(() => localStorage.getItem("user"))).toContain(next);

  // The profile goes; the account only at the second try.
  await page.route("**/accounts:delete?*", (route) => route.abort(), { times: 1 });
  await page.getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await dialog.getByLabel("Current password").fill(better);
  await dialog.getByRole("button", { name: "Confirm" }).press("Enter");
  await said("Log in once more to finish");
  await toLogin();
  expect(await page.evaluate(() => localStorage.getItem("user"))).toBeNull();
  await logIn(next, better);
  await page.getByRole("heading", { name: "Your account is not quite gone" }).waitFor();
  await page.getByRole("button", { name: "Finish deleting" }).press("Enter");
  await said("Your account is deleted");
  await logIn(next, better);
  await said("Wrong Email or Password");
  expect(faults.filter((fault) => !/40\d|ERR_FAILED|could not be deleted/.test(fault))).toEqual([]);
});

/** How often the package looks for what another tab has stored. */
const firebasePollMs = 800;

// 2.22, 2.27
test.each([
  ["email", "Your email has been successfully updated"],
  ["password", "Your password has been successfully updated"],
])("a change of the %s leaves the other tabs of this browser signed in", async (what, sentence) => {
  const { email, password } = await createPerson(server.url);
  const context = await browser.newContext();
  contexts.push(context);
  const page = await context.newPage();
  await page.goto(`${server.url}/login`);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Password", { exact: true }).press("Enter");
  await page.waitForURL("**/home-page");
  const other = await context.newPage();
  // It does not look at what is stored before its old sign-in is refused.
  await other.addInitScript((pollMs) => {
    const page = Object.assign(window, { isHeld: true });
    const { setInterval } = window;
    const held = (run: () => void, ms?: number) => setInterval(() => (ms === pollMs && page.isHeld) || run(), ms);
    Object.assign(window, { setInterval: held });
  }, firebasePollMs);
  await other.goto(`${server.url}/playlists`);
  await other.getByRole("button", { name: "Account menu" }).waitFor();
  await page.goto(`${server.url}/profile`);
  await page.getByRole("button", { name: `Change ${what}` }).click();
  await page.getByLabel("Current password").fill(password);
  if (what === "email") await page.getByLabel("New email").fill(newEmail());
  else for (const label of ["New password", "Confirm password"]) await page.getByLabel(label).fill(better);
  const refused = other.waitForResponse((reply) => reply.url().includes("securetoken") && reply.status() === 400);
  await page.getByRole("button", { name: `Save ${what}` }).press("Enter");
  await page.getByText(sentence).first().waitFor();
  await other.getByRole("link", { name: "Favourites" }).first().click();
  await refused;
  await other.evaluate(() => Object.assign(window, { isHeld: false }));
  const goesOn = other.waitForResponse((reply) => reply.url().includes("/api/") && reply.status() === 200);
  await other.getByRole("link", { name: "Home" }).first().click();
  await goesOn;
  for (const one of [page, other]) {
    expect(one.url()).not.toContain("/login");
    await one.reload();
    await one.getByRole("button", { name: "Account menu" }).waitFor();
  }
});

describe("a provider in trouble at the start signs nobody out", () => {
  const problem = JSON.stringify({ status: 429, title: "Too many requests", code: "x" });
  const google = JSON.stringify({ error: { code: 503, message: "The service is unavailable." } });
  test.each<[string, number, string, string]>([
    ["429", 429, "application/problem+json", problem],
    ["503", 503, "application/problem+json", problem],
    ["503 as Google words it", 503, "application/json", google],
    ["429 as Google words it", 429, "application/json", google],
    ["HTML of a captive portal", 200, "text/html", "<!doctype html><title>Wifi</title>"],
    ["{}", 200, "application/json", "{}"],
    ["an empty answer", 200, "application/json", ""],
  ])("%s", async (_, status, contentType, body) => {
    const page = await device();
    const { email, uid } = await register(page);
    let hits = 0;
    for (const path of ["**/accounts:lookup?*", "**/v1/token?*"])
      await page.route(path, (route) => {
        hits++;
        return route.fulfill({ status, contentType, body });
      });
    expect(await restart(page)).toEqual({ uid, email });
    expect(await run(page, "token", true)).toEqual({ code: "auth/network-request-failed" });
    expect(hits).toBeGreaterThanOrEqual(2);
    await page.unroute("**/accounts:lookup?*");
    await page.unroute("**/v1/token?*");
    expect(await run(page, "token", true)).toEqual(expect.any(String));
    expect(await restart(page)).toEqual({ uid, email });
  });
});

test("with a Firebase project the page asks Google's hosts, and its policy lets it", async () => {
  const config = { apiKey: "k", authDomain: "demo.firebaseapp.com", projectId: "demo" };
  const site = await startApp({ FIREBASE_CONFIG: JSON.stringify(config) });
  try {
    const { email } = await register(await device());
    const context = await browser.newContext();
    contexts.push(context);
    const asked: string[] = [];
    const refused: string[] = [];
    context.on("console", (message) => {
      if (/Content Security Policy/i.test(message.text())) refused.push(message.text());
    });
    // In place of Google: the provider that speaks the same protocol.
    await context.route("https://*.googleapis.com/**", async (route) => {
      const request = route.request();
      const { host, pathname, search } = new URL(request.url());
      asked.push(host + pathname);
      const headers = {
        "access-control-allow-origin": "*",
        "access-control-allow-headers": "*",
        "content-type": "application/json",
      };
      if (request.method() === "OPTIONS") return route.fulfill({ status: 204, headers });
      const answer = await fetch(`${server.url}/${host}${pathname}${search}`, {
        method: "POST",
        headers: { "content-type": request.headers()["content-type"] ?? "" },
        body: request.postData() ?? "",
      });
      return route.fulfill({ status: answer.status, headers, body: await answer.text() });
    });
    await context.route("https://apis.google.com/**", (route) => {
      asked.push(new URL(route.request().url()).host);
      return route.abort();
    });
    const page = await context.newPage();
    await page.goto(`${site.url}/login`);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(good);
    const login = page.waitForResponse("**/api/users/login");
    await page.getByRole("button", { name: "Login", exact: true }).click();
    // The token is not of that project: refused, or not to be judged where Google's keys cannot be had. Never taken.
    expect([401, 503]).toContain((await login).status());
    expect(asked).toContain("identitytoolkit.googleapis.com/v1/accounts:signInWithPassword");
    expect(asked).toContain("identitytoolkit.googleapis.com/v1/accounts:lookup");
    await page.getByRole("button", { name: "Login with Google" }).click();
    await expect.poll(() => asked, patience).toContain("apis.google.com");
    // A forgotten password is Firebase's matter, too; its links lead to our own page.
    await page.getByRole("button", { name: "Forgot your password" }).click();
    await page.getByRole("button", { name: "Recover password" }).click();
    await page.getByText("Email sent! Check your email").waitFor();
    await page.goto(`${site.url}/auth/action?mode=resetPassword&oobCode=${await codeFor(email)}`);
    await page.getByLabel("New password").fill(better);
    await page.getByLabel("Confirm password").fill(better);
    await page.getByRole("button", { name: "Save password" }).click();
    await page.waitForURL(/\/login/);
    const oob = asked.filter((call) => /sendOobCode|resetPassword/.test(call));
    expect(new Set(oob)).toEqual(
      new Set(["sendOobCode", "resetPassword"].map((name) => `identitytoolkit.googleapis.com/v1/accounts:${name}`)),
    );
    expect(await page.evaluate(() => localStorage.getItem("user"))).toBeNull();
    expect(refused).toEqual([]);
  } finally {
    await site.remove();
  }
});
