/** Security headers of every answer (specification 21.8); routes of media set their own, tighter policy. */
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import helmet, { type HelmetOptions } from "helmet";
import { isLoopback } from "../settings/host-address.ts";
import { originOf, type Settings } from "../settings/settings.ts";

/** Sources the page needs: its own origin, and the hosts that settings name. */
export function contentSecurityPolicy(settings: Settings): Record<string, string[]> {
  const others = (urls: string[]) =>
    [...new Set(urls.map((url) => originOf(url, settings)))].filter((origin) => origin !== settings.publicUrl);
  const api = others([settings.apiUrl]);
  const called = [settings.apiUrl, settings.statisticsUrl, settings.songUpload.url, settings.imageUpload.url];
  const provider = firebaseSources(settings);
  return {
    "default-src": ["'self'"],
    "script-src": ["'self'", ...provider.scripts],
    "style-src": ["'self'"],
    // Blob addresses: previews of files that are not uploaded yet, and audio that the page holds.
    "img-src": ["'self'", "blob:", ...api],
    "media-src": ["'self'", "blob:", ...api],
    "connect-src": ["'self'", ...others(called), ...provider.called],
    "frame-src": provider.frames,
    "worker-src": ["'self'"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
  };
}

/**
 * What the firebase package loads: its calls, and for the Google popup a script of Google and a frame of the project's
 * own domain, through which the popup answers.
 */
function firebaseSources({ firebase }: Settings) {
  if (!firebase) return { scripts: [], called: [], frames: ["'none'"] };
  return {
    scripts: ["https://apis.google.com"],
    called: ["https://identitytoolkit.googleapis.com", "https://securetoken.googleapis.com"],
    frames: [`https://${firebase.authDomain}`],
  };
}

/** Of an answer that is given before any hook runs: to an address that cannot be read. */
export const earlyHeaders = {
  "content-security-policy": "default-src 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
} as const;

const permissions = ["camera", "geolocation", "microphone", "payment", "usb"];

declare module "fastify" {
  interface FastifyContextConfig {
    /** False for a route that sets all that its answers need. */
    headersForPages?: boolean;
  }
}

export function setHeaders(app: FastifyInstance, settings: Settings): void {
  const publicUrl = new URL(settings.publicUrl);
  const policy = { "permissions-policy": permissions.map((name) => `${name}=()`).join(", ") };
  const headers = {
    ...policy,
    ...fixedHeaders({
      // Without `upgrade-insecure-requests`, which would break a server on plain http in a home.
      contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(settings) },
      // The sign-in popup must be able to answer its opener.
      crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
      crossOriginEmbedderPolicy: false,
      referrerPolicy: { policy: "no-referrer" },
      frameguard: { action: "deny" },
      // Only where the public address is https: a browser would refuse plain http afterwards.
      strictTransportSecurity: publicUrl.protocol === "https:" && !isLoopback(publicUrl.hostname),
    }),
  };
  app.addHook("onRequest", (request, reply, done) => {
    const { headersForPages = true } = request.routeOptions.config;
    void reply.headers(headersForPages ? headers : policy);
    done();
  });
}

/** What helmet writes, found once: it would put the same texts together for every answer. */
function fixedHeaders(options: HelmetOptions): Record<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(options)(request, response, (error) => {
    if (error instanceof Error) throw error;
  });
  return Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]));
}
