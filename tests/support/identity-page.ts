/** The page of the identity's tests: the app's own identity, driven from outside. */
import { createIdentity } from "../../src/identity/firebase.ts";
import type { Identity, IdentityUser } from "../../src/identity/identity.ts";

const identity = createIdentity({ kind: "embedded", google: "demo" }, location.origin, {
  present: "local",
  next: () => "local",
});

/** What the provider said of its own accord. */
const told: (IdentityUser | null)[] = [];
const emails: IdentityUser[] = [];
identity.onChange((user) => told.push(user));
identity.onEmail((user) => emails.push(user));

const probe = {
  told,
  emails,
  /** Runs a call; a refusal is answered as its code. */
  async run(name: keyof Identity, args: unknown[]): Promise<unknown> {
    try {
      // The test names the call and its arguments as the interface has them.
      return (await (identity[name] as (...given: unknown[]) => unknown)(...args)) ?? null;
    } catch (error) {
      return error instanceof Error && "code" in error ? { code: error.code } : { error };
    }
  },
  /** As a hostile script in another window might: with the right shape, from the wrong place. */
  forge: () => window.postMessage({ type: "offbeat-demo-google", assertion: "forged" }, "*"),
};
export type IdentityProbe = typeof probe;

Object.assign(window, { identityProbe: probe });
