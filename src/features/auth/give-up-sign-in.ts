import { lazyImport } from "../../app/lazy-import.ts";
import type { Visitor } from "./visitor-context.ts";

/** Ends a sign-in that lacks its profile. Never rejects: the next sign-in replaces what the provider still has. */
export async function giveUpSignIn({ open }: Pick<Visitor, "open">, uid: string): Promise<void> {
  try {
    const [{ app }, { leaveIncomplete }] = await Promise.all([open(), lazyImport(() => import("./sign-in.ts"))]);
    await leaveIncomplete(app, uid);
  } catch (error) {
    console.warn("A sign-in could not be given up", error);
  }
}
