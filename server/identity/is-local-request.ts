/** Decides by headers whether a request comes from this machine (specification 16.19). */
import type { IncomingHttpHeaders } from "node:http";
import { isLoopback } from "../settings/host-address.ts";

/** Headers that the `firebase` package and web views add. A browser on this machine sends no other `x-` header. */
const clientHeaders = new Set([
  "x-client-version",
  "x-client-data",
  "x-firebase-client",
  "x-firebase-gmpid",
  "x-firebase-locale",
  "x-firebase-appcheck",
  "x-requested-with",
]);

/** Headers of proxies and tunnels without `x-`. Every unknown `x-` header counts as a proxy's too. */
const forwarding = new RegExp(
  `^(${[
    "forwarded(-.*)?",
    "via",
    "max-forwards",
    "surrogate-.*",
    "front-end-https",
    "((true|cluster|fastly|incap|wl-proxy|proxy|remote|real|original|source)-)*(client-ip|remote-ip|real-ip)",
    "(akamai|cdn|cf|cloudfront|do|fastly|fly|ngrok|proxy|rndr|tailscale|tunnel)-.*",
  ].join("|")})$`,
);

const isProxyHeader = (name: string) => (name.startsWith("x-") ? !clientHeaders.has(name) : forwarding.test(name));

/**
 * Requires a loopback Host and Origin and no sign of forwarding: no proxy, no public tunnel, no DNS rebinding by
 * another site's page.
 */
export function isLocalRequest(headers: IncomingHttpHeaders): boolean {
  if (Object.keys(headers).some(isProxyHeader)) return false;
  if (!isLoopbackUrl(`http://${headers.host ?? ""}`)) return false;
  return headers.origin === undefined || isLoopbackUrl(headers.origin);
}

const isLoopbackUrl = (url: string) => URL.canParse(url) && isLoopback(new URL(url).hostname);
