/** Sets security headers on every response; media routes set their own, stricter policy. */
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import helmet, { type HelmetOptions } from "helmet";
import { isLoopback } from "../settings/host-address.ts";
import { originOf, type Settings } from "../settings/settings.ts";

/**
 * Allows the page's own origin and the hosts in the settings.
 * @param styles sources of what stands inside documents
 */
export function contentSecurityPolicy(settings: Settings, styles: readonly string[] = []): Record<string, string[]> {
  const others = (urls: string[]) =>
    [...new Set(urls.map((url) => originOf(url, settings)))].filter((origin) => origin !== settings.publicUrl);
  const api = others([settings.apiUrl]);
  const called = [settings.apiUrl, settings.statisticsUrl, settings.songUpload.url, settings.imageUpload.url];
  const provider = firebaseSources(settings);
  return {
    "default-src": ["'self'"],
    "script-src": ["'self'", ...provider.scripts],
    "style-src": ["'self'", ...styles],
    // `blob:` URLs: previews of files before their upload, and audio in the page's memory.
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
 * What the firebase package loads: its API calls, and for the Google popup a Google script and a frame on the project's
 * domain that passes on the popup's result.
 */
function firebaseSources({ firebase }: Settings) {
  if (!firebase) return { scripts: [], called: [], frames: ["'none'"] };
  return {
    scripts: ["https://apis.google.com"],
    called: ["https://identitytoolkit.googleapis.com", "https://securetoken.googleapis.com"],
    frames: [`https://${firebase.authDomain}`],
  };
}

/** Headers of responses that Fastify sends before any hook runs, such as for a malformed URL. */
export const earlyHeaders = {
  "content-security-policy": "default-src 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
} as const;

const permissions = ["camera", "geolocation", "microphone", "payment", "usb"];

declare module "fastify" {
  interface FastifyContextConfig {
    /** False for a route that sets its own security headers. */
    headersForPages?: boolean;
  }
}

export function setHeaders(app: FastifyInstance, settings: Settings, styles: readonly string[]): void {
  const publicUrl = new URL(settings.publicUrl);
  const policy = { "permissions-policy": permissions.map((name) => `${name}=()`).join(", ") };
  const headers = {
    ...policy,
    ...fixedHeaders({
      // Omits `upgrade-insecure-requests`, which would break a home server on plain http.
      contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(settings, styles) },
      // The sign-in popup must reach its opener.
      crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
      crossOriginEmbedderPolicy: false,
      referrerPolicy: { policy: "no-referrer" },
      frameguard: { action: "deny" },
      // Only with a public https URL: browsers refuse plain http afterwards.
      strictTransportSecurity: publicUrl.protocol === "https:" && !isLoopback(publicUrl.hostname),
    }),
  };
  app.addHook("onRequest", (request, reply, done) => {
    const { headersForPages = true } = request.routeOptions.config;
    void reply.headers(headersForPages ? headers : policy);
    done();
  });
}

/** Runs helmet once and keeps its headers: they are the same for every response. */
function fixedHeaders(options: HelmetOptions): Record<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(options)(request, response, (error) => {
    if (error instanceof Error) throw error;
  });
  return Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]));
}
