/** The response of `GET /config.json`, so that a site can move without a rebuild. */
import * as v from "valibot";
import { Url } from "./common-schemas.ts";

const TargetFields = v.object({
  url: Url,
  preset: v.string(),
  cloudName: v.string(),
  /** `bearer` only when the URL has the origin of the API or of this server. */
  auth: v.picklist(["bearer", "none"]),
});

/** Where a kind of file goes, and how large it may be; configurations that a device kept from before have no limit. */
const UploadTarget = v.object({
  ...TargetFields.entries,
  maxBytes: v.optional(v.number()),
  /** Larger files may come in parts of this size; without it only whole. */
  partBytes: v.optional(v.number()),
});
export type UploadTarget = v.InferOutput<typeof UploadTarget>;

export const Config = v.object({
  api: Url,
  statistics: Url,
  upload: v.object({ song: UploadTarget, image: UploadTarget }),
  identity: v.variant("kind", [
    v.object({ kind: v.literal("embedded"), google: v.picklist(["demo", "off"]) }),
    v.object({ kind: v.literal("firebase"), config: v.record(v.string(), v.string()) }),
  ]),
});
export type Config = v.InferOutput<typeof Config>;

export const configPath = "/config.json";

/** Paths that belong to the server; those that end in a slash are folders. */
export const serverPaths = [
  "/identity/",
  "/identitytoolkit.googleapis.com/",
  "/securetoken.googleapis.com/",
  "/media/",
  "/api/",
  "/statistics/",
  "/config.json",
  "/healthz",
  "/readyz",
] as const;

/** Whether a path is the server's: neither it nor the worker serves the app shell there. */
export const isServerPath = (path: string): boolean =>
  serverPaths.some((own) => path === own || (own.endsWith("/") && `${path}/`.startsWith(own)));
