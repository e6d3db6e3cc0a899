/** `SMTP_URL`: the mail server and the address that mails come from (specification 16.13). */
import * as v from "valibot";
import { Email } from "../../contract/rules/validation.ts";

export interface SmtpSetting {
  host: string;
  port: number;
  /** TLS from the first byte on; otherwise STARTTLS where the server offers it. */
  secure: boolean;
  auth?: { user: string; pass: string };
  /** Address that mails come from. */
  from: string;
}

/**
 * Reads `smtp://host:587` or `smtps://user:password@host`, with `?from=` for the sender. Undefined for anything else.
 * @param domain of the sender where neither `from` nor the user is an address
 */
export function readSmtpUrl(value: string, domain: string): SmtpSetting | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === "") return undefined;
  if (!["", "/"].includes(url.pathname) || url.hash !== "") return undefined;
  if ([...url.searchParams.keys()].some((name) => name !== "from")) return undefined;
  const secure = url.protocol === "smtps:";
  const auth = readAuth(url);
  if (auth === "wrong") return undefined;
  const wanted = url.searchParams.get("from");
  if (wanted !== null && !v.is(Email, wanted)) return undefined;
  const user = auth && v.is(Email, auth.user) ? auth.user : undefined;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? (secure ? 465 : 587) : Number(url.port),
    secure,
    ...(auth ? { auth } : {}),
    from: wanted ?? user ?? `offbeat@${domain}`,
  };
}

function readAuth({ username, password }: URL): SmtpSetting["auth"] | "wrong" {
  if (username === "") return password === "" ? undefined : "wrong";
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  } catch {
    return "wrong";
  }
}
