/** From the identity provider's error codes to sentences (specification 9). */

/** Also for calls of our own that nobody answers. */
export const networkSentence =
  "There is no connection to the server. Check your network and try again";

/** Codes with a sentence of their own; every other login failure is "Wrong Email or Password". */
const login: Record<string, string> = {
  "auth/network-request-failed": networkSentence,
  "auth/timeout": networkSentence,
  "auth/internal-error": "The server cannot answer right now. Try again in a moment",
  "auth/too-many-requests": "Too many attempts. Wait a few minutes and try again",
  "auth/user-disabled": "This account has been disabled",
};

const registration: Record<string, string> = {
  ...login,
  "auth/email-already-in-use": "The email address is already in use by another account",
};

export const wrongCredentials = "Wrong Email or Password";

export const loginSentence = (code: string) => login[code] ?? wrongCredentials;

/** The provider's own message between the first colon and the following period; without one, the whole. */
export function trimProviderMessage(message: string): string {
  const colon = message.indexOf(":");
  if (colon < 0) return message;
  const rest = message.slice(colon + 1);
  const period = rest.indexOf(".");
  return (period < 0 ? rest : rest.slice(0, period)).trim();
}

export const registrationSentence = (code: string, message: string) =>
  registration[code] ?? trimProviderMessage(message);
