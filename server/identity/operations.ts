/** What `accounts:…` does, one function for each operation the `firebase` package calls (specification 16.5, 16.23). */
import { createAccount, readEmail, readNewPassword } from "./accounts.ts";
import {
  countAttempt,
  describe,
  readFreshToken,
  readIdToken,
  type Operation,
  type OperationContext,
} from "./context.ts";
import { signInWithIdp } from "./google.ts";
import { applyCode, resetPassword, sendOobCode, tellOldAddress } from "./recovery.ts";
import { IdentityError } from "./identity-error.ts";
import { changeOwnAccount, removeAccount, signInAnswer, startSession } from "./sessions.ts";
import { findByEmail, findByUid } from "./account-rows.ts";

const signUp: Operation = async (context, body) => {
  // With a token the package asks to link a password to an account, which needs one without a password first.
  if (body["idToken"] !== undefined) throw new IdentityError("OPERATION_NOT_ALLOWED");
  readEmail(body["email"]);
  readNewPassword(body["password"]);
  countAttempt([[context.identity.limits.signUp, context.address]]);
  const account = await createAccount(context, context.identity.passwords, {
    email: body["email"],
    password: body["password"],
  });
  return signInAnswer(await startSession(context, account));
};

const signInWithPassword: Operation = async (context, body) => {
  const email = readEmail(body["email"]);
  const password = body["password"];
  if (typeof password !== "string" || password === "") throw new IdentityError("MISSING_PASSWORD");
  // Everybody can read the demo accounts' passwords: they open nothing but a demo of one's own.
  if (!context.demo.isOn && context.demo.isPublished(email, password)) throw new IdentityError("OPERATION_NOT_ALLOWED");
  const giveBack = countSignIn(context, email);
  const account = await findByEmail(context.db, email);
  // A longer one cannot be anyone's; it is compared all the same, so that the answer takes as long.
  const matches = await context.identity.passwords.check(password.slice(0, 1024), account?.passwordHash ?? null);
  if (!account || !matches || password.length > 1024) throw new IdentityError("INVALID_LOGIN_CREDENTIALS");
  const signIn = await startSession(context, account);
  giveBack();
  return { ...signInAnswer(signIn), registered: true };
};

const lookup: Operation = async (context, body) => {
  const claims = await readIdToken(context, body, "keep");
  const account = await findByUid(context.db, claims.uid);
  if (!account) throw new IdentityError("USER_NOT_FOUND");
  return { users: [describe(account)] };
};

/** Of the password or the email by their owner, or by the code of a mail. */
const update: Operation = async (context, body) => {
  if (body["oobCode"] !== undefined) return applyCode(context, body);
  const { email: newEmail, password: newPassword } = body;
  if (newEmail === undefined && newPassword === undefined) throw new IdentityError("OPERATION_NOT_ALLOWED");
  const { uid, email } = await readFreshToken(context, body);
  const account = await findByUid(context.db, uid);
  // An account without a password is known by its email at Google, and signs in there only.
  if (account?.passwordHash === null) throw new IdentityError("OPERATION_NOT_ALLOWED");
  // A mailbox that can be asked has to confirm first (specification 2.25).
  if (newEmail !== undefined && context.identity.mailer.reaches === "mailbox") {
    const sentence = "Please verify the new email before changing email";
    throw new IdentityError("OPERATION_NOT_ALLOWED", { sentence });
  }
  const wanted = {
    ...(newEmail === undefined ? {} : { email: readEmail(newEmail), emailVerified: false }),
    ...(newPassword === undefined ? {} : { password: readNewPassword(newPassword) }),
  };
  countAttempt([[context.identity.limits.account, email]]);
  const { password, ...change } = wanted;
  const signIn = await changeOwnAccount(context, uid, {
    ...change,
    ...(password === undefined ? {} : { passwordHash: await context.identity.passwords.hash(password) }),
  });
  tellOldAddress(context, signIn.before, signIn.account);
  return { ...describe(signIn.account), ...signInAnswer(signIn) };
};

const remove: Operation = async (context, body) => {
  const { uid } = await readFreshToken(context, body);
  await removeAccount(context, uid);
  await context.sweep().catch(context.onError);
  return {};
};

/** By the name behind the colon; others are refused as unknown. */
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

/** Returns what takes the count back once the sign-in succeeded. */
const countSignIn = ({ identity: { limits }, address }: OperationContext, email: string) =>
  countAttempt([
    [limits.address, address],
    [limits.pair, `${address} ${email}`],
    [limits.account, email],
  ]);
