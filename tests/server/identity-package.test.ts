/** The unmodified `firebase` package against the embedded provider, and what it does when the provider is in trouble. */
import type { AddressInfo } from "node:net";
import { deleteApp, getApp, initializeApp, type FirebaseApp } from "firebase/app";
import {
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  deleteUser,
  EmailAuthProvider,
  inMemoryPersistence,
  initializeAuth,
  reauthenticateWithCredential,
  signInWithEmailAndPassword,
  updatePassword,
  type Auth,
} from "firebase/auth";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createIdentity } from "../../src/identity/firebase.ts";
import { otherUser } from "../../src/identity/identity.ts";
import { goodPassword, startIdentity, type IdentityApp } from "./identity-app.ts";

let server: IdentityApp;
let origin: string;
const apps: FirebaseApp[] = [];
let count = 0;

beforeAll(async () => {
  server = await startIdentity();
  // The package measures tokens by the real clock.
  server.clock.now = Date.now();
  await server.app.listen({ host: "127.0.0.1", port: 0 });
  // A TCP server's address is an object, not a pipe's name.
  origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  for (const app of apps) await deleteApp(app);
  await server.close();
});

/** A device of its own. */
function device(): Auth {
  const app = initializeApp({ apiKey: "offbeat", projectId: "offbeat" }, `device-${++count}`);
  apps.push(app);
  const auth = initializeAuth(app, { persistence: inMemoryPersistence });
  connectAuthEmulator(auth, origin, { disableWarnings: true });
  return auth;
}

const newEmail = () => `person-${++count}@example.org`;

test("registers, signs in on another device, refreshes, changes the password, deletes", async () => {
  const email = newEmail();
  const first = device();
  const { user } = await createUserWithEmailAndPassword(first, email, goodPassword);
  expect(user).toMatchObject({
    email,
    emailVerified: false,
    providerData: [{ providerId: "password", uid: email }],
  });
  expect(user.metadata.creationTime).toBeDefined();
  const { claims } = await user.getIdTokenResult(true);
  expect(claims).toMatchObject({
    sub: user.uid,
    email,
    firebase: { sign_in_provider: "password" },
  });

  const second = device();
  const other = (await signInWithEmailAndPassword(second, email, goodPassword)).user;
  expect(other.uid).toBe(user.uid);

  await reauthenticateWithCredential(user, EmailAuthProvider.credential(email, goodPassword));
  await updatePassword(user, "Another!1horse");
  await user.reload();
  await user.getIdToken(true);
  await expect(other.reload()).rejects.toMatchObject({ code: "auth/user-token-expired" });
  expect(second.currentUser).toBeNull();

  await deleteUser(user);
  expect(first.currentUser).toBeNull();
  await expect(signInWithEmailAndPassword(second, email, "Another!1horse")).rejects.toMatchObject({
    code: "auth/invalid-credential",
  });
});

test("understands every refusal of sign-up and sign-in", async () => {
  const email = newEmail();
  const auth = device();
  await createUserWithEmailAndPassword(auth, email, goodPassword);
  const signUp = (address: string, password: string) => createUserWithEmailAndPassword(auth, address, password);
  await expect(signUp(email, goodPassword)).rejects.toMatchObject({
    code: "auth/email-already-in-use",
  });
  await expect(signUp(newEmail(), "weak")).rejects.toMatchObject({
    code: "auth/weak-password",
    message: expect.stringContaining("Password must be min 8 characters"),
  });
  await expect(signUp("nobody", goodPassword)).rejects.toMatchObject({
    code: "auth/invalid-email",
  });
  for (const address of [email, newEmail()]) {
    await expect(signInWithEmailAndPassword(auth, address, "Wrong!1password")).rejects.toMatchObject({
      code: "auth/invalid-credential",
    });
  }
});

describe("keeps its user while the provider is in trouble", () => {
  async function signedIn() {
    const auth = device();
    const { user } = await createUserWithEmailAndPassword(auth, newEmail(), goodPassword);
    return { auth, user };
  }
  const break_ = () => vi.spyOn(server.db, "query").mockRejectedValue(new Error("database gone"));

  test("a database that fails: lookup and token are problem details without an error member", async () => {
    const { auth, user } = await signedIn();
    server.clock.now += 10_000;
    break_();
    await expect(user.reload()).rejects.toMatchObject({ code: "auth/network-request-failed" });
    await expect(user.getIdToken(true)).rejects.toMatchObject({
      code: "auth/network-request-failed",
    });
    expect(auth.currentUser).toBe(user);
    for (const answer of [
      await server.accounts("lookup", { idToken: await user.getIdToken() }),
      await server.refresh(user.refreshToken),
    ]) {
      expect(answer.status).toBeGreaterThanOrEqual(500);
      expect(answer.headers["content-type"]).toContain("application/problem+json");
      expect(answer.body).not.toHaveProperty("error");
      expect(JSON.stringify(answer.body)).not.toContain("database gone");
    }
    vi.restoreAllMocks();
    await user.reload();
    await user.getIdToken(true);
  });

  test("a sign-in meanwhile is told that the server is at fault", async () => {
    const email = newEmail();
    break_();
    await expect(signInWithEmailAndPassword(device(), email, goodPassword)).rejects.toMatchObject({
      code: "auth/internal-error",
    });
  });

  test("a token past its hour asks for a refresh, not for a new sign-in", async () => {
    const { auth, user } = await signedIn();
    server.clock.now += 3_601_000;
    await expect(user.reload()).rejects.toMatchObject({ code: "auth/network-request-failed" });
    expect(auth.currentUser).toBe(user);
    await user.getIdToken(true);
    await user.reload();
    server.clock.now -= 3_601_000;
  });

  test("too many requests: 429 without an error member, and on sign-in in words the package knows", async () => {
    const few = await startIdentity({ RATE_FACTOR: "0.001" });
    try {
      const signUp = await few.accounts("signUp", { email: newEmail(), password: goodPassword });
      const { idToken, refreshToken } = signUp.body;
      for (let n = 0; n < 6; n++) await few.call("GET", "/healthz", null);
      for (const answer of [await few.accounts("lookup", { idToken }), await few.refresh(String(refreshToken))]) {
        expect(answer.status).toBe(429);
        expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
        expect(answer.body).not.toHaveProperty("error");
      }
      const { status, body } = await few.accounts("signInWithPassword", {
        email: "a@example.org",
        password: "x",
      });
      expect([status, body]).toEqual([429, { error: { code: 429, message: "TOO_MANY_ATTEMPTS_TRY_LATER" } }]);
    } finally {
      await few.close();
    }
  });

  test("bodies that cannot be read carry no error member either", async () => {
    for (const body of ["{", "[]", "null", '"x"']) {
      const answer = await server.accounts("lookup", body);
      if (answer.body["error"]) expect(answer.body).toEqual({ error: { code: 400, message: "INVALID_ID_TOKEN" } });
      else expect(answer.headers["content-type"]).toContain("application/problem+json");
    }
    const huge = await server.accounts("lookup", { idToken: "x".repeat(50_000) });
    expect(huge.status).toBe(413);
    expect(huge.body).not.toHaveProperty("error");
  });
});

test("a call that began as somebody else gets no token, fresh or not", async () => {
  vi.stubGlobal("fetch", fetch); // which the app replaces by its own
  try {
    const identity = createIdentity({ kind: "embedded", google: "off" }, origin, {
      present: "local",
      next: () => "local",
    });
    apps.push(getApp());
    const ada = await identity.signUp(newEmail(), goodPassword);
    const hers = await identity.token(false, ada.uid);
    expect(hers).toEqual(expect.any(String));
    const ben = await identity.signUp(newEmail(), goodPassword);
    for (const fresh of [false, true]) {
      await expect(identity.token(fresh, ada.uid)).rejects.toMatchObject({ code: otherUser });
      expect(await identity.token(fresh, ben.uid)).not.toBe(hers);
    }
    await identity.signOut();
    expect(await identity.token(false, ada.uid)).toBeNull();
  } finally {
    vi.unstubAllGlobals();
  }
});
