/** Sends mail: to a mail server, to the terminal of one's own machine, or not at all (specification 16.13). */
import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { isLoopback } from "../settings/host-address.ts";
import type { Settings } from "../settings/settings.ts";
import type { SmtpSetting } from "../settings/smtp-url.ts";
import { createConcurrencyLimit } from "../lib/concurrency-limit.ts";

export interface Mail {
  /** One address, checked. */
  to: string;
  subject: string;
  /** The one thing the mail is about, where it has a link: all that a terminal shows. */
  link?: string;
  text: string;
}

export interface Mailer {
  /** Where mails end. Only a mailbox proves whose it is. */
  reaches: "mailbox" | "terminal" | "nobody";
  /** Rejects when the mail server did not take it. What a caller is told must not wait for this. */
  send(mail: Mail): Promise<void>;
}

const longestRestMs = 2_000;

/**
 * A mail goes out at some moment of the next two seconds: the work of sending it would show in whatever is asked right
 * after it, and with that whether there was a mail to send (specification 16.13).
 */
const rest = () => sleep(randomInt(longestRestMs));

/** `print` gets what is for the terminal; `wait` is for tests. */
export async function openMailer(
  settings: Pick<Settings, "smtp" | "host">,
  print: (line: string) => void,
  wait: () => Promise<unknown> = rest,
): Promise<Mailer> {
  if (settings.smtp) return openSmtp(settings.smtp, wait);
  if (isLoopback(settings.host)) return terminalMailer(print);
  return silentMailer;
}

export const silentMailer: Mailer = {
  reaches: "nobody",
  send: () => Promise.resolve(),
};

const terminalMailer = (print: (line: string) => void): Mailer => ({
  reaches: "terminal",
  send: async ({ to, subject, link }) => print(`Mail to ${to}: ${subject}${link === undefined ? "" : ` ${link}`}`),
});

const mailsAtMost = 500;

/** A server that hangs holds one of the two lines for at most this long a step. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

async function openSmtp({ from, ...server }: SmtpSetting, wait: () => Promise<unknown>): Promise<Mailer> {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    ...server,
    ...timeouts,
    // A password never goes over the wire in the clear, but on this machine.
    requireTLS: server.auth !== undefined && !server.secure && !isLoopback(server.host),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const resting = createConcurrencyLimit(mailsAtMost, 0);
  const inTurn = createConcurrencyLimit(2, mailsAtMost);
  return {
    reaches: "mailbox",
    send: async ({ to, subject, text }) => {
      await resting(wait);
      await inTurn(async () => {
        await transport.sendMail({
          from: { name: "Offbeat", address: from },
          to: { name: "", address: to },
          subject,
          text,
          // Machines do not answer to it with "out of office".
          headers: { "auto-submitted": "auto-generated" },
        });
      });
    },
  };
}
