/** Password resets, email verification and email changes by mail. */
import { readEmail } from "./accounts.ts";
import { readOwnPassword } from "./published-passwords.ts";
import { findCode, makeCode, redeemCode } from "./mail-codes.ts";
import {
  countAttempt,
  whileCounted,
  describe,
  readFreshToken,
  readIdToken,
  type Operation,
  type OperationBody,
  type OperationContext,
} from "./context.ts";
import type { Mail } from "./mailer.ts";
import { actionLink, composeMail } from "./mails.ts";
import { IdentityError } from "./identity-error.ts";
import { createKeyedQueue } from "../lib/keyed-queue.ts";
import { hasEnded } from "./verifier.ts";
import { changeAccount, rethrowTakenEmail } from "./sessions.ts";
import { findByEmail, findByUid, setEmailVerified, type Account } from "./account-rows.ts";

export const sendOobCode: Operation = async (context, body) => {
  switch (body["requestType"]) {
    case "PASSWORD_RESET":
      return sendReset(context, body);
    case "VERIFY_EMAIL":
      return sendVerification(context, body);
    case "VERIFY_AND_CHANGE_EMAIL":
      return sendEmailChange(context, body);
    default:
      throw new IdentityError("OPERATION_NOT_ALLOWED");
  }
};

/** Responds and works the same for known and unknown emails, so that timing does not reveal accounts. */
const sendReset: Operation = async (context, body) => {
  const email = readEmail(body["email"]);
  countMail(context, email);
  const account = await findByEmail(context.db, email);
  send(context, () => composeReset(context, account?.disabled === true ? undefined : account));
  return { email };
};

/** Whose codes no mail contains. */
const nobody = { uid: "", validSince: 0 };

async function composeReset(context: OperationContext, account: Account | undefined): Promise<Mail | undefined> {
  const { language, identity } = context;
  const { publicUrl } = identity;
  const hasPassword = account !== undefined && account.passwordHash !== null;
  const code = await makeCode(context, hasPassword ? account : nobody, {
    kind: "PASSWORD_RESET",
    newEmail: null,
    session: null,
  });
  if (!account || code === undefined) return undefined;
  const envelope = { to: account.email, publicUrl, language };
  if (!hasPassword) return composeMail("noPassword", envelope);
  return composeMail("reset", { ...envelope, link: actionLink(publicUrl, "resetPassword", code) });
}

const sendVerification: Operation = async (context, body) => {
  const { uid } = await readIdToken(context, body, "refuse");
  const account = await findByUid(context.db, uid);
  if (!account) throw new IdentityError("USER_NOT_FOUND");
  countMail(context, account.email);
  const { language, identity } = context;
  const { publicUrl } = identity;
  send(context, async () => {
    const kind = "VERIFY_EMAIL";
    const code = await makeCode(context, account, { kind, newEmail: null, session: null });
    if (code === undefined) return undefined;
    const link = actionLink(publicUrl, "verifyEmail", code);
    return composeMail("verify", { to: account.email, publicUrl, language, link });
  });
  return { email: account.email };
};

const sendEmailChange: Operation = async (context, body) => {
  const { uid, authTime, session } = await readFreshToken(context, body);
  const newEmail = readEmail(body["newEmail"]);
  const { language, identity } = context;
  const { publicUrl, mailer } = identity;
  const account = await findByUid(context.db, uid);
  if (!account) throw new IdentityError("USER_NOT_FOUND");
  if (hasEnded(authTime, session, account)) throw new IdentityError("TOKEN_EXPIRED");
  // An account without a password is tied to its Google email, and without mail nobody could confirm.
  if (account.passwordHash === null || mailer.reaches === "nobody") throw new IdentityError("OPERATION_NOT_ALLOWED");
  countMail(context, newEmail);
  if (await findByEmail(context.db, newEmail)) throw new IdentityError("EMAIL_EXISTS");
  send(context, async () => {
    const code = await makeCode(context, account, {
      kind: "VERIFY_AND_CHANGE_EMAIL",
      newEmail,
      session: session ?? null,
    });
    if (code === undefined) return undefined;
    const link = actionLink(publicUrl, "verifyAndChangeEmail", code);
    return composeMail("change", { to: newEmail, publicUrl, language, link });
  });
  return { email: account.email };
};

/** An account before and after a change. */
type Change = [before: Account, after: Account];

/** A code that is sent several times at once buys one hash. */
const inTurn = createKeyedQueue();

/** Without a new password, returns what a code is for; with one, resets the password and ends every sign-in. */
export const resetPassword: Operation = async (context, body) => {
  const { code, counted } = readCode(context, body);
  return inTurn(code, async () => {
    const { account, kind, newEmail } = await whileCounted(counted, () => findCode(context, code));
    const answer = { email: account.email, requestType: kind };
    if (body["newPassword"] === undefined) return { ...answer, ...(newEmail === null ? {} : { newEmail }) };
    if (kind !== "PASSWORD_RESET") throw new IdentityError("INVALID_OOB_CODE");
    const newPassword = readOwnPassword(context, body["newPassword"]);
    const passwordHash = await context.identity.passwords.hash(newPassword);
    const [before, after] = await redeemCode<Change>(context, code, async (tx, present) => {
      // The code proves access to this mailbox.
      const change = { passwordHash, emailVerified: true };
      return [present, await changeAccount(tx, context.identity, present, change)];
    });
    context.identity.announceEnd(account.uid);
    notifyOldAddress(context, before, after);
    return answer;
  });
};

/** Applies codes that need no input: email verification and email change. */
export const applyCode: Operation = async (context, body) => {
  const { code: text, counted } = readCode(context, body);
  const { identity } = context;
  const redeem = () =>
    redeemCode<Change>(context, text, async (tx, present, code) => {
      if (code.kind === "VERIFY_EMAIL") {
        await setEmailVerified(tx, present.uid);
        return [present, { ...present, emailVerified: true }];
      }
      if (code.kind !== "VERIFY_AND_CHANGE_EMAIL" || code.newEmail === null)
        throw new IdentityError("INVALID_OOB_CODE");
      const change = { email: code.newEmail, emailVerified: true };
      return [present, await changeAccount(tx, identity, present, change, code.session)];
    }).catch(rethrowTakenEmail);
  const [before, after] = await whileCounted(counted, redeem);
  if (after.validSince !== before.validSince) identity.announceEnd(after.uid);
  notifyOldAddress(context, before, after);
  return describe(after);
};

/** Notifies the account's previous address of a changed password or email. */
export function notifyOldAddress(context: OperationContext, before: Account, after: Account): void {
  const { language, identity } = context;
  const envelope = { to: before.email, publicUrl: identity.publicUrl, language };
  if (after.email !== before.email) send(context, async () => composeMail("emailChanged", envelope));
  if (after.passwordHash !== before.passwordHash) send(context, async () => composeMail("passwordChanged", envelope));
}

/** Sends in the background: a slow mail server neither delays the response nor reveals anything by timing. */
function send(context: OperationContext, compose: () => Promise<Mail | undefined>): void {
  const { mailer, background } = context.identity;
  if (mailer.reaches === "nobody") return;
  background.run(async () => {
    const mail = await compose();
    if (mail) await mailer.send(mail);
  }, context.onError);
}

function countMail({ identity: { limits }, address }: OperationContext, email: string): void {
  countAttempt([
    [limits.mail, address],
    [limits.mailPair, `${address} ${email}`],
    [limits.mailbox, email],
  ]);
}

/** The body's code, and what a wrong one counts in. */
function readCode({ identity: { limits }, address }: OperationContext, body: OperationBody) {
  const code = body["oobCode"];
  if (typeof code !== "string" || code === "") throw new IdentityError("INVALID_OOB_CODE");
  return { code, counted: [[limits.code, address]] as const };
}
