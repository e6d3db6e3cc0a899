/** The `accounts:…` operations that the `firebase` package calls (specification 16.5). */
import { hasOwnHash } from "../../contract/rules/validation.ts";
import { createAccount, readEmail } from "./accounts.ts";
import {
  countAttempt,
  whileCounted,
  describe,
  readFreshToken,
  readIdToken,
  type Operation,
  type OperationContext,
} from "./context.ts";
import { signInWithIdp } from "./google.ts";
import { applyCode, resetPassword, sendOobCode, notifyOldAddress } from "./recovery.ts";
import { IdentityError } from "./identity-error.ts";
import type { PasswordCheck } from "./passwords.ts";
import { isClosed, readOwnPassword } from "./published-passwords.ts";
import { changeOwnAccount, removeAccount, signInResponse, startSession } from "./sessions.ts";
import { type Account, findByEmail, findByUid, replaceHash } from "./account-rows.ts";

const signUp: Operation = async (context, body) => {
  // With an ID token the package wants to link a password to an account, which is not supported.
  if (body["idToken"] !== undefined) throw new IdentityError("OPERATION_NOT_ALLOWED");
  readEmail(body["email"]);
  readOwnPassword(context, body["password"]);
  countAttempt([[context.identity.limits.signUp, context.address]]);
  const account = await createAccount(context, context.identity.passwords, {
    email: body["email"],
    password: body["password"],
  });
  return signInResponse(await startSession(context, account));
};

const signInWithPassword: Operation = async (context, body) => {
  const email = readEmail(body["email"]);
  const password = body["password"];
  if (typeof password !== "string" || password === "") throw new IdentityError("MISSING_PASSWORD");
  // The demo accounts' passwords are public, so they work only in a local demo.
  if (isClosed(context, password)) throw new IdentityError("OPERATION_NOT_ALLOWED");
  const { limits, passwords } = context.identity;
  const ofAddress = [[limits.address, context.address]] as const;
  // Only looks: many may sign in at once behind one address. Each counts when its turn to hash has come.
  countAttempt(ofAddress)();
  const leave = countAttempt([[limits.running, context.address]]);
  try {
    return await whileCounted(signInLimits(context, email), async () => {
      const account = await findByEmail(context.db, email);
      const found = await passwords.inTurn((check) =>
        whileCounted(ofAddress, () => requirePassword(check, account, password)),
      );
      renewHash(context, found, password);
      return { ...signInResponse(await startSession(context, found)), registered: true };
    });
  } finally {
    leave();
  }
};

/** Throws INVALID_LOGIN_CREDENTIALS where the account is none, or has another password. */
async function requirePassword(check: PasswordCheck, account: Account | undefined, password: string): Promise<Account> {
  // No account has a longer password, nor one with the hash of another. It is still hashed, so that the response takes as
  // long.
  const isPossible = password.length <= 1024 && hasOwnHash(password);
  const matches = await check(password.slice(0, 1024), account?.passwordHash ?? null);
  if (!account || !matches || !isPossible) throw new IdentityError("INVALID_LOGIN_CREDENTIALS");
  return account;
}

/** Hashes a password that was right anew where the cost was raised since: the old hash would be the easier to guess. */
function renewHash(
  { db, identity, onError }: OperationContext,
  { uid, passwordHash }: Account,
  password: string,
): void {
  if (passwordHash === null || !identity.passwords.isOutdated(passwordHash)) return;
  identity.background.run(
    async () => replaceHash(db, { uid, from: passwordHash, to: await identity.passwords.hash(password) }),
    onError,
  );
}

const lookup: Operation = async (context, body) => {
  const claims = await readIdToken(context, body, "keep");
  const account = await findByUid(context.db, claims.uid);
  if (!account) throw new IdentityError("USER_NOT_FOUND");
  return { users: [describe(account)] };
};

/** Changes password or email: by the signed-in owner, or with a mailed code. */
const update: Operation = async (context, body) => {
  if (body["oobCode"] !== undefined) return applyCode(context, body);
  const { email: newEmail, password: newPassword } = body;
  if (newEmail === undefined && newPassword === undefined) throw new IdentityError("OPERATION_NOT_ALLOWED");
  const claims = await readFreshToken(context, body);
  const account = await findByUid(context.db, claims.uid);
  // An account without a password is tied to its Google email.
  if (account?.passwordHash === null) throw new IdentityError("OPERATION_NOT_ALLOWED");
  // With real mail, the new address must confirm first (specification 2.25).
  if (newEmail !== undefined && context.identity.mailer.reaches === "mailbox") {
    const sentence = "Please verify the new email before changing email";
    throw new IdentityError("OPERATION_NOT_ALLOWED", { sentence });
  }
  const validated = {
    ...(newEmail === undefined ? {} : { email: readEmail(newEmail), emailVerified: false }),
    ...(newPassword === undefined ? {} : { password: readOwnPassword(context, newPassword) }),
  };
  countAttempt([[context.identity.limits.account, claims.email]]);
  const { password, ...change } = validated;
  const signIn = await changeOwnAccount(context, claims, {
    ...change,
    ...(password === undefined ? {} : { passwordHash: await context.identity.passwords.hash(password) }),
  });
  notifyOldAddress(context, signIn.before, signIn.account);
  return { ...describe(signIn.account), ...signInResponse(signIn) };
};

const remove: Operation = async (context, body) => {
  const claims = await readFreshToken(context, body);
  await removeAccount(context, claims);
  await context.removeFiles(claims.uid).catch(context.onError);
  return {};
};

/** Operations by the name after the colon; others are refused. */
export const operations: Readonly<Record<string, Operation>> = {
  signUp,
  signInWithPassword,
  signInWithIdp,
  lookup,
  update,
  sendOobCode,
  resetPassword,
  delete: remove,
};

/** What failed sign-ins count in, besides the address. */
const signInLimits = ({ identity: { limits }, address }: OperationContext, email: string) =>
  [
    [limits.pair, `${address} ${email}`],
    [limits.account, email],
  ] as const;
