/** Mail as it goes out: to a mail server that works, hangs or refuses, and to the terminal. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { loggerOptions } from "../../server/http/logging.ts";
import { openMailer, type Mailer } from "../../server/identity/mailer.ts";
import { readSettings } from "../../server/settings/settings.ts";
import { startSmtpServer, type SmtpServer } from "../support/smtp-server.ts";
import { goodPassword, startIdentity, type IdentityApp } from "./identity-app.ts";

let smtp: SmtpServer;
let app: IdentityApp;
let log = "";
beforeAll(async () => {
  smtp = await startSmtpServer();
  const env = { SMTP_URL: `smtp://127.0.0.1:${smtp.port}?from=music@example.org` };
  const mailer = await openMailer(
    readSettings(env),
    () => {},
    async () => {},
  );
  const logger = loggerOptions("info", { write: (line) => void (log += line) });
  app = await startIdentity({ PUBLIC_URL: "https://music.example.org" }, { mailer, logger });
});
afterEach(() => {
  smtp.behave("well");
  smtp.mails.length = 0;
  smtp.lines.length = 0;
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});

const patience = { timeout: 15_000 };
let count = 0;
async function register() {
  const email = `mailed${++count}@example.org`;
  const { body } = await app.accounts("signUp", { email, password: goodPassword });
  return { email, idToken: String(body["idToken"]) };
}
const askReset = (email: string, address?: string) =>
  app.accounts("sendOobCode", { requestType: "PASSWORD_RESET", email }, address);

test("a reset arrives as a plain text with a link that works", async () => {
  const { email } = await register();
  await askReset(email);
  await expect.poll(() => smtp.mails, patience).toHaveLength(1);
  const [mail] = smtp.mails;
  expect(mail).toMatchObject({ from: "music@example.org", to: email });
  expect(mail?.head).toMatch(/^Subject: Reset your Offbeat password$/m);
  expect(mail?.head).toMatch(/^From: Offbeat <music@example\.org>$/m);
  expect(mail?.head).toMatch(/^Content-Type: text\/plain; charset=utf-8$/m);
  const link = /https:\/\/music\.example\.org\/auth\/action\?\S+/.exec(mail?.text ?? "")?.[0] ?? "";
  const query = new URL(link).searchParams;
  expect(query.get("mode")).toBe("resetPassword");
  const oobCode = query.get("oobCode");
  const reset = await app.accounts("resetPassword", { oobCode, newPassword: "Another!1horse" });
  expect(reset.status).toBe(200);
  await expect
    .poll(() => smtp.mails.map(({ head }) => /^Subject: (.*)$/m.exec(head)?.[1]))
    .toEqual(["Reset your Offbeat password", "Your Offbeat password was changed"]);
});

test("an email is changed by the link that went to the new address", async () => {
  const { email, idToken } = await register();
  const newEmail = `new-${email}`;
  const change = { requestType: "VERIFY_AND_CHANGE_EMAIL", idToken, newEmail };
  expect((await app.accounts("sendOobCode", change)).status).toBe(200);
  await expect.poll(() => smtp.mails.map(({ to }) => to), patience).toEqual([newEmail]);
  const oobCode = /oobCode=([\w-]+)/.exec(smtp.mails[0]?.text ?? "")?.[1];
  expect((await app.accounts("update", { oobCode })).body["email"]).toBe(newEmail);
  await expect.poll(() => smtp.mails.map(({ to }) => to), patience).toEqual([newEmail, email]);
});

// 2.27, 16.24
test.each([0, 1])("who asks twice for a new address stays signed in by whichever mail (%i)", async (used) => {
  const { email } = await register();
  const newEmail = `new-${email}`;
  const refreshTokens: string[] = [];
  for (const mails of [1, 2]) {
    // The page proves the password before each request: the browser's new sign-in replaces its last one.
    const { body } = await app.accounts("signInWithPassword", { email, password: goodPassword });
    refreshTokens.push(String(body["refreshToken"]));
    const change = { requestType: "VERIFY_AND_CHANGE_EMAIL", idToken: body["idToken"], newEmail };
    expect((await app.accounts("sendOobCode", change)).status).toBe(200);
    await expect.poll(() => smtp.mails, patience).toHaveLength(mails);
    app.clock.now += 2_000;
  }
  const oobCode = /oobCode=([\w-]+)/.exec(smtp.mails[used]?.text ?? "")?.[1];
  expect((await app.accounts("update", { oobCode })).body["email"]).toBe(newEmail);
  const errors = await Promise.all(refreshTokens.map(async (token) => "error" in (await app.refresh(token)).body));
  expect(errors, "the earlier sign-in, the present one").toEqual([true, false]);
  await expect.poll(() => smtp.mails, patience).toHaveLength(3);
});

test("a mail that is refused is in the log, its address is not", async () => {
  const { email } = await register();
  smtp.behave("refuse");
  log = "";
  expect((await askReset(email, "10.31.0.1")).status).toBe(200);
  await expect.poll(() => log, patience).toContain("mail failed");
  expect(smtp.lines).toContain(`RCPT TO:<${email}>`);
  expect(log).toContain("550");
  expect(log).not.toContain(email);
  expect(log).not.toContain("oobCode");
});

test("a mail begins only after a rest, so that its work shows in no call that follows", async () => {
  let go = () => {};
  const rest = new Promise<void>((resolve) => (go = resolve));
  const env = { SMTP_URL: `smtp://127.0.0.1:${smtp.port}` };
  const mailer = await openMailer(
    readSettings(env),
    () => {},
    () => rest,
  );
  const sent = mailer.send({ to: "x@example.org", subject: "x", text: "x" });
  // Another one, without a rest, has come and gone by then.
  await askReset((await register()).email);
  await expect.poll(() => smtp.mails, patience).toHaveLength(1);
  expect(smtp.lines.join()).not.toContain("x@example.org");
  go();
  await sent;
  expect(smtp.lines).toContain("RCPT TO:<x@example.org>");
});

test("no password goes to another machine in the clear", async () => {
  // The same server under a name that is not known to be this machine.
  const url = `smtp://ada:hunter2@0.0.0.0:${smtp.port}`;
  const mail = { to: "x@example.org", subject: "x", text: "x" };
  const now = async () => {};
  const open = (value: string) => openMailer(readSettings({ SMTP_URL: value }), () => {}, now);
  await expect((await open(url)).send(mail)).rejects.toThrow(/TLS/);
  expect(smtp.lines.join("\n")).not.toMatch(/AUTH|MAIL/);
  await (await open(url.replace("0.0.0.0", "127.0.0.1"))).send(mail);
  expect(smtp.lines.join("\n")).toMatch(/^AUTH PLAIN/m);
});

test("without a mail server it is a line on the terminal of one's own machine, else nothing", async () => {
  const lines: string[] = [];
  const open = (host: string): Promise<Mailer> => openMailer(readSettings({ HOST: host }), (line) => lines.push(line));
  const mail = { to: "ada@example.org", subject: "Hello", link: "http://x/y", text: "text" };
  const terminal = await open("127.0.0.1");
  await terminal.send(mail);
  await terminal.send({ to: "ada@example.org", subject: "Hello", text: "text" });
  expect([terminal.reaches, lines]).toEqual([
    "terminal",
    ["Mail to ada@example.org: Hello http://x/y", "Mail to ada@example.org: Hello"],
  ]);
  const nobody = await open("0.0.0.0");
  await nobody.send(mail);
  expect([nobody.reaches, lines.length]).toEqual(["nobody", 2]);
});

// The last one: what it began holds the way to the mail server for a while.
test("a mail server that hangs delays nobody, known or not", async () => {
  const { email } = await register();
  smtp.behave("hang");
  const ms: number[] = [];
  for (const address of [email, "unknown@example.org", email, "unknown@example.org"]) {
    const begin = performance.now();
    expect((await askReset(address, "10.30.0.1")).status).toBe(200);
    ms.push(performance.now() - begin);
  }
  // Far below the ten seconds after which the mail server is given up.
  expect(Math.max(...ms)).toBeLessThan(2_000);
});

test("a mail is in the language of who asked for it", async () => {
  const { email } = await register();
  await app.call("POST", "/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=offbeat", null, {
    body: JSON.stringify({ requestType: "PASSWORD_RESET", email }),
    headers: { "content-type": "application/json", "accept-language": "en", "x-firebase-locale": "de" },
  });
  // One of an earlier test may still come.
  const mail = () => smtp.mails.find(({ to }) => to === email);
  await expect.poll(mail, patience).toBeDefined();
  expect(mail()?.head).toMatch(/^Subject: .*Neues[ _]Passwort/m);
  expect(mail()?.text).toContain("oobCode=");
});
