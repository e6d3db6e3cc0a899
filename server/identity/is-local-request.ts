/** Whether a request was made on this machine, as far as its headers show (specification 16.19). */
import type { IncomingHttpHeaders } from "node:http";
import { isLoopback } from "../settings/host-address.ts";

/** What the `firebase` package and web views add themselves. A browser on this machine sends no other `x-` header. */
const ofClients = new Set([
  "x-client-version",
  "x-client-data",
  "x-firebase-client",
  "x-firebase-gmpid",
  "x-firebase-locale",
  "x-firebase-appcheck",
  "x-requested-with",
]);

/** What proxies and tunnels add beside `x-` headers, of which every one with a name of its own counts as theirs. */
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

const isOfProxy = (name: string) => (name.startsWith("x-") ? !ofClients.has(name) : forwarding.test(name));

/**
 * Host and Origin name a loopback host, and nothing says that somebody handed the request on: not a proxy, not a tunnel
 * to the world, not a page of another site under a name that points here.
 */
export function isLocalRequest(headers: IncomingHttpHeaders): boolean {
  if (Object.keys(headers).some(isOfProxy)) return false;
  if (!isLoopbackUrl(`http://${headers.host ?? ""}`)) return false;
  return headers.origin === undefined || isLoopbackUrl(headers.origin);
}

const isLoopbackUrl = (url: string) => URL.canParse(url) && isLoopback(new URL(url).hostname);
