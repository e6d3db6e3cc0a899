/** Whether a request was made on this machine, as far as its headers show (specification 16.19). */
import type { IncomingHttpHeaders } from "node:http";
import { isLoopback } from "../addresses.ts";

/** What proxies and tunnels add. A browser on this machine sends none of them; `x-client-version` is the package's. */
const forwarding =
  /^(forwarded|via|(true-|fastly-|x-|x-cluster-)?client-ip|x-(forwarded|real|original|envoy|azure|amzn|arr|proxy|tunnel)\b.*|(cf|fly|ngrok|tailscale|cdn)-.*)$/;

/**
 * Host and Origin name a loopback host, and nothing says that somebody handed the request on: not a proxy, not a tunnel
 * to the world, not a page of another site under a name that points here.
 */
export function isFromThisMachine(headers: IncomingHttpHeaders): boolean {
  if (Object.keys(headers).some((name) => forwarding.test(name))) return false;
  if (!isLoopbackUrl(`http://${headers.host ?? ""}`)) return false;
  return headers.origin === undefined || isLoopbackUrl(headers.origin);
}

const isLoopbackUrl = (url: string) => URL.canParse(url) && isLoopback(new URL(url).hostname);
