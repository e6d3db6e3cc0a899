/** The embedded provider's mails and their links. */
import { type MailKind, type MailLanguage, mailWords } from "./mail-words.ts";
import type { Mail } from "./mailer.ts";

/** The `mode` parameter of Firebase's action links. */
type Mode = "resetPassword" | "verifyEmail" | "verifyAndChangeEmail";

export const actionLink = (publicUrl: string, mode: Mode, code: string) =>
  `${publicUrl}/auth/action?mode=${mode}&oobCode=${code}`;

interface Envelope {
  to: string;
  publicUrl: string;
  language: MailLanguage;
  link?: string;
}

export function composeMail(kind: MailKind, { to, publicUrl, language, link }: Envelope): Mail {
  const { subject, body, otherwise } = mailWords[language][kind](publicUrl);
  const paragraphs = [body, ...(link === undefined ? [] : [link]), otherwise, `Offbeat, ${publicUrl}\n`];
  return { to, subject, ...(link === undefined ? {} : { link }), text: paragraphs.join("\n\n") };
}
