/** Parses SMTP_URL: the mail server and the sender's address. */
import * as v from "valibot";
import { Email } from "../../contract/rules/validation.ts";

export interface SmtpSetting {
  host: string;
  port: number;
  /** Implicit TLS; otherwise STARTTLS when the server offers it. */
  secure: boolean;
  auth?: { user: string; pass: string };
  /** The sender's address. */
  from: string;
}

/**
 * Reads `smtp://host:587` or `smtps://user:password@host`, with `?from=` for the sender. Returns undefined for anything
 * else.
 * @param domain the sender's domain when neither `from` nor the user is an address
 */
export function readSmtpUrl(value: string, domain: string): SmtpSetting | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^smtps?:$/.test(url.protocol)) return undefined;
  // Only of the web's schemes the parser writes letters beyond ASCII as the name system has them.
  const web = `http://${url.hostname}`;
  if (!URL.canParse(web)) return undefined;
  if (!["", "/"].includes(url.pathname) || url.hash !== "") return undefined;
  if ([...url.searchParams.keys()].some((name) => name !== "from")) return undefined;
  const secure = url.protocol === "smtps:";
  const auth = readAuth(url);
  if (auth === "wrong") return undefined;
  const from = url.searchParams.get("from");
  if (from !== null && !v.is(Email, from)) return undefined;
  const user = auth && v.is(Email, auth.user) ? auth.user : undefined;
  return {
    host: new URL(web).hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? (secure ? 465 : 587) : Number(url.port),
    secure,
    ...(auth ? { auth } : {}),
    from: from ?? user ?? `offbeat@${domain}`,
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
