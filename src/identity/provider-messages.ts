/** Maps the identity provider's error codes to sentences (specification 9.6 to 9.11). */
import { networkSentence } from "../../contract/rules/network-sentence.ts";
import { invalidEmail, weakPassword } from "../../contract/rules/validation.ts";
import { serverFailures } from "./identity.ts";

const tooOld = "Log in again to do this";
const windowClosed = "The Google window was closed before you had chosen an account";
const notOffered = "This is not offered on this site";

const serverFailed = "The server cannot answer right now. Try again in a moment";

const wrongCredentials = "Wrong Email or Password";

/** For every other code the provider's own message is shown. */
export const providerSentences: Record<string, string> = {
  "auth/account-exists-with-different-credential":
    "An account with this email has a password. Log in with your email and password",
  "auth/cancelled-popup-request": windowClosed,
  "auth/credential-too-old-login-again": tooOld,
  "auth/email-already-in-use": "The email address is already in use by another account",
  "auth/expired-action-code": "This link is too old. Ask for a new one",
  "auth/invalid-action-code": "This link was used already or is not complete. Ask for a new one",
  "auth/invalid-api-key": "Sign-in is not set up correctly on this site. Tell the people who run it",
  "auth/invalid-credential": wrongCredentials,
  "auth/invalid-email": invalidEmail,
  "auth/invalid-login-credentials": wrongCredentials,
  "auth/multi-factor-auth-required": "This account asks for a second factor, which is not offered here",
  "auth/network-request-failed": networkSentence,
  "auth/operation-not-allowed": notOffered,
  "auth/operation-not-supported-in-this-environment":
    "Your browser does not let this page log you in that way. Try another browser",
  "auth/popup-blocked":
    "Your browser held back the Google window. Press the button again, or allow pop-ups for this site",
  "auth/popup-closed-by-user": windowClosed,
  "auth/requires-recent-login": tooOld,
  "auth/timeout": networkSentence,
  "auth/too-many-requests": "Too many attempts. Wait a few minutes and try again",
  "auth/unsupported-persistence-type": "Your browser does not let this page remember a sign-in",
  "auth/user-disabled": "This account has been disabled",
  "auth/invalid-user-token": tooOld,
  "auth/user-token-expired": tooOld,
  "auth/user-mismatch": "That is another account than the one that is signed in",
  "auth/user-not-found": wrongCredentials,
  "auth/weak-password": weakPassword,
  "auth/wrong-password": wrongCredentials,
  ...Object.fromEntries(serverFailures.map((code) => [code, serverFailed])),
};

/** Besides failures of server and network, what a password sign-in tells apart. */
const loginCodes = new Set(["auth/too-many-requests", "auth/user-disabled"]);

/** All others give the same message, so that accounts stay secret. */
export function loginSentence(code: string): string {
  const sentence = providerSentences[code] ?? wrongCredentials;
  const isFailure = sentence === serverFailed || sentence === networkSentence;
  return isFailure || loginCodes.has(code) ? sentence : wrongCredentials;
}

const wrongPasswordCodes = new Set([
  "auth/invalid-credential",
  "auth/invalid-login-credentials",
  "auth/user-not-found",
  "auth/wrong-password",
]);

/** Whether the password is wrong, as far as the provider tells it from an account that is gone. */
export const isWrongPassword = (code: string) => wrongPasswordCodes.has(code);

/** Where the owner proves themselves by the current password: there is no email to be wrong. */
export const proofSentence = (code: string, message: string) =>
  isWrongPassword(code) ? "Wrong password" : providerSentence(code, message);

/** For mailed links: the account's owner is known, and only the account may be gone. */
export const actionSentence = (code: string, message: string) =>
  code === "auth/user-not-found" ? "The account of this link is gone" : providerSentence(code, message);

/** For registration, Google, recovery and account changes. */
export const providerSentence = (code: string, message: string) =>
  providerSentences[code] ?? trimProviderMessage(message);

/** Returns the provider's message between the first colon and the next period; without a colon, the whole message. */
function trimProviderMessage(message: string): string {
  const colon = message.indexOf(":");
  if (colon < 0) return message;
  const rest = message.slice(colon + 1);
  const period = rest.indexOf(".");
  return (period < 0 ? rest : rest.slice(0, period)).trim();
}
