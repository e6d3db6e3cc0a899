/** Sends mail through SMTP, prints it to the terminal of a local server, or drops it (specification 16.13). */
import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { isLoopback } from "../settings/host-address.ts";
import type { Settings } from "../settings/settings.ts";
import type { SmtpSetting } from "../settings/smtp-url.ts";
import { createConcurrencyLimit } from "../lib/concurrency-limit.ts";

export interface Mail {
  /** One valid address. */
  to: string;
  subject: string;
  /** The mail's link, if it has one; the terminal shows only this. */
  link?: string;
  text: string;
}

export interface Mailer {
  /** Where mails arrive. Only a mailbox proves that the address belongs to its reader. */
  reaches: "mailbox" | "terminal" | "nobody";
  /** Rejects when the mail server refuses. Responses must not wait for this. */
  send(mail: Mail): Promise<void>;
}

const maxDelayMs = 2_000;

/**
 * Delays a mail randomly by up to two seconds: otherwise the timing of the next requests would show whether a mail was
 * sent, and so whether the account exists (specification 16.13).
 */
const randomDelay = () => sleep(randomInt(maxDelayMs));

/** `print` writes to the terminal; tests replace `wait`. */
export async function openMailer(
  settings: Pick<Settings, "smtp" | "host">,
  print: (line: string) => void,
  wait: () => Promise<unknown> = randomDelay,
): Promise<Mailer> {
  if (settings.smtp) return openSmtp(settings.smtp, wait);
  if (isLoopback(settings.host)) return terminalMailer(print);
  return silentMailer;
}

const silentMailer: Mailer = {
  reaches: "nobody",
  send: () => Promise.resolve(),
};

const terminalMailer = (print: (line: string) => void): Mailer => ({
  reaches: "terminal",
  send: async ({ to, subject, link }) => print(`Mail to ${to}: ${subject}${link === undefined ? "" : ` ${link}`}`),
});

const maxMails = 500;

/** A hanging mail server blocks one of the two connections at most this long per step. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

async function openSmtp({ from, ...server }: SmtpSetting, wait: () => Promise<unknown>): Promise<Mailer> {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    ...server,
    ...timeouts,
    // Never sends a password unencrypted, except to this machine.
    requireTLS: server.auth !== undefined && !server.secure && !isLoopback(server.host),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const limitWaiting = createConcurrencyLimit(maxMails, 0);
  const limitSending = createConcurrencyLimit(2, maxMails);
  return {
    reaches: "mailbox",
    send: async ({ to, subject, text }) => {
      await limitWaiting(wait);
      await limitSending(async () => {
        await transport.sendMail({
          from: { name: "Offbeat", address: from },
          to: { name: "", address: to },
          subject,
          text,
          // Prevents "out of office" replies.
          headers: { "auto-submitted": "auto-generated" },
        });
      });
    },
  };
}
