/** The words of all mails, in every language of the interface. */

interface Words {
  subject: string;
  /** What it is about; the link stands below. */
  body: string;
  /** For a person who did not expect the mail. */
  otherwise: string;
}

export type MailKind = "reset" | "noPassword" | "verify" | "change" | "passwordChanged" | "emailChanged";

type Catalogue = Record<MailKind, (publicUrl: string) => Words>;

const en: Catalogue = {
  reset: () => ({
    subject: "Reset your Offbeat password",
    body: "Somebody, probably you, asked to reset the password of the Offbeat account with this email address. To choose a new one, open this link within an hour:",
    otherwise: "If it was not you, there is nothing to do: your password stays as it is.",
  }),
  noPassword: () => ({
    subject: "Your Offbeat account has no password",
    body: 'Somebody, probably you, asked to reset the password of the Offbeat account with this email address. It has none: choose "Login with Google" to sign in.',
    otherwise: "If it was not you, there is nothing to do.",
  }),
  verify: () => ({
    subject: "Confirm your email address for Offbeat",
    body: "To confirm that this email address is yours, open this link within a day:",
    otherwise: "If you have no account at Offbeat, there is nothing to do.",
  }),
  change: () => ({
    subject: "Confirm your new email address for Offbeat",
    body: "You asked to use this email address for your Offbeat account. To confirm it, open this link within a day:",
    otherwise: "Until then your old address stays in use. If you did not ask for this, there is nothing to do.",
  }),
  passwordChanged: (publicUrl) => ({
    subject: "Your Offbeat password was changed",
    body: "The password of your Offbeat account was changed, and all other devices were signed out.",
    otherwise: `If it was not you, reset it at once with "Forgot your password" at ${publicUrl}/login`,
  }),
  emailChanged: (publicUrl) => ({
    subject: "The email address of your Offbeat account was changed",
    body: "Your Offbeat account now has another email address, and all other devices were signed out. This address no longer belongs to it.",
    otherwise: `If it was not you, tell the people who run ${publicUrl} at once.`,
  }),
};

const de: Catalogue = {
  reset: () => ({
    subject: "Neues Passwort für Offbeat",
    body: "Für das Offbeat-Konto mit dieser E-Mail-Adresse wurde ein neues Passwort angefordert. Dieser Link führt dorthin, eine Stunde lang:",
    otherwise: "War das jemand anderes, ist nichts zu tun: Das Passwort bleibt, wie es ist.",
  }),
  noPassword: () => ({
    subject: "Das Offbeat-Konto hat kein Passwort",
    body: "Für das Offbeat-Konto mit dieser E-Mail-Adresse wurde ein neues Passwort angefordert. Es hat keines: Zum Anmelden dient „Mit Google anmelden“.",
    otherwise: "War das jemand anderes, ist nichts zu tun.",
  }),
  verify: () => ({
    subject: "E-Mail-Adresse für Offbeat bestätigen",
    body: "Dieser Link bestätigt die E-Mail-Adresse, einen Tag lang:",
    otherwise: "Ohne ein Konto bei Offbeat ist nichts zu tun.",
  }),
  change: () => ({
    subject: "Neue E-Mail-Adresse für Offbeat bestätigen",
    body: "Diese E-Mail-Adresse soll ab jetzt für ein Offbeat-Konto gelten. Dieser Link bestätigt sie, einen Tag lang:",
    otherwise: "Bis dahin gilt die alte Adresse. Wer das nicht angefordert hat, braucht nichts zu tun.",
  }),
  passwordChanged: (publicUrl) => ({
    subject: "Das Passwort für Offbeat wurde geändert",
    body: "Das Offbeat-Konto hat ein neues Passwort, und alle anderen Geräte wurden abgemeldet.",
    otherwise: `War das jemand anderes, hilft sofort „Passwort vergessen“ auf ${publicUrl}/login`,
  }),
  emailChanged: (publicUrl) => ({
    subject: "Die E-Mail-Adresse für Offbeat wurde geändert",
    body: "Das Offbeat-Konto hat jetzt eine andere E-Mail-Adresse, und alle anderen Geräte wurden abgemeldet. Diese Adresse gehört nicht mehr dazu.",
    otherwise: `War das jemand anderes, sollten es die Betreiber von ${publicUrl} sofort erfahren.`,
  }),
};

export const mailWords = { en, de };

export type MailLanguage = keyof typeof mailWords;
