/** The embedded provider's mails and their links. */
import type { Mail } from "./mailer.ts";

/** The `mode` parameter of Firebase's action links. */
type Mode = "resetPassword" | "verifyEmail" | "verifyAndChangeEmail";

export const actionLink = (publicUrl: string, mode: Mode, code: string) =>
  `${publicUrl}/auth/action?mode=${mode}&oobCode=${code}`;

const signature = (publicUrl: string) => `\n\nOffbeat, ${publicUrl}\n`;

export const resetMail = (to: string, publicUrl: string, link: string): Mail => ({
  to,
  subject: "Reset your Offbeat password",
  link,
  text: `Somebody, probably you, asked to reset the password of the Offbeat account with this email address. To choose a new one, open this link within an hour:

${link}

If it was not you, there is nothing to do: your password stays as it is.${signature(publicUrl)}`,
});

export const noPasswordMail = (to: string, publicUrl: string): Mail => ({
  to,
  subject: "Your Offbeat account has no password",
  text: `Somebody, probably you, asked to reset the password of the Offbeat account with this email address. It has none: choose "Login with Google" to sign in.

If it was not you, there is nothing to do.${signature(publicUrl)}`,
});

export const verifyMail = (to: string, publicUrl: string, link: string): Mail => ({
  to,
  subject: "Confirm your email address for Offbeat",
  link,
  text: `To confirm that this email address is yours, open this link within a day:

${link}

If you have no account at Offbeat, there is nothing to do.${signature(publicUrl)}`,
});

export const changeMail = (to: string, publicUrl: string, link: string): Mail => ({
  to,
  subject: "Confirm your new email address for Offbeat",
  link,
  text: `You asked to use this email address for your Offbeat account. To confirm it, open this link within a day:

${link}

Until then your old address stays in use. If you did not ask for this, there is nothing to do.${signature(publicUrl)}`,
});

export const passwordChangedMail = (to: string, publicUrl: string): Mail => ({
  to,
  subject: "Your Offbeat password was changed",
  text: `The password of your Offbeat account was changed, and all other devices were signed out.

If it was not you, reset it at once with "Forgot your password" at ${publicUrl}/login${signature(publicUrl)}`,
});

export const emailChangedMail = (to: string, publicUrl: string): Mail => ({
  to,
  subject: "The email address of your Offbeat account was changed",
  text: `Your Offbeat account now has another email address, and all other devices were signed out. This address no longer belongs to it.

If it was not you, tell the people who run ${publicUrl} at once.${signature(publicUrl)}`,
});
