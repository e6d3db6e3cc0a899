/** Predicates for the hosts, URLs and networks in settings. */
import { isIP } from "node:net";

/** Whether a host name without port is this machine. */
export const isLoopback = (host: string) => /^(localhost|(.+\.)?localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);

/** An absolute http(s) URL with nothing after its host, as far as the parser keeps it. */
export function isOrigin(value: string): boolean {
  const url = parse(value);
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  return url.pathname === "/" && [url.search, url.hash, url.username, url.password].every((part) => part === "");
}

/** An origin exactly as a browser sends it. */
export function isExactOrigin(value: string): boolean {
  return isOrigin(value) && new URL(value).origin === value;
}

/** An absolute http(s) URL, or a path on this server. */
export function isAddress(value: string): boolean {
  if (/^\/(?![/\\])[\w.~!$&'()*+,;=:@%/-]*$/.test(value)) return true;
  // Without a password, a query or a fragment. Clients get the text, of which the parser alone would forgive more.
  return /^https?:\/\/[^\s\\?#@/]+(\/[^\s\\?#]*)?$/i.test(value) && URL.canParse(value);
}

const parse = (value: string) => (URL.canParse(value) ? new URL(value) : undefined);

/** The URL of a PostgreSQL database. */
export function isPostgresUrl(value: string): boolean {
  const url = parse(value);
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) return false;
  // The driver throws an uncatchable error for an invalid port parameter.
  const port = url.searchParams.get("port") ?? "5432";
  return url.pathname.length > 1 && /^\d{1,5}$/.test(port) && Number(port) <= 65_535;
}

/** An address, a network, or a named range of networks. */
export function isProxy(item: string): boolean {
  if (/^(loopback|linklocal|uniquelocal)$/.test(item)) return true;
  const [host = "", bits, ...rest] = item.split("/");
  const family = isIP(host);
  if (family === 0 || rest.length > 0) return false;
  // Whoever trusts every address takes any address that a client makes up.
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}
