/** What the page learns at start from `GET /config.json`, so that a site moves without a rebuild (specification 11). */
import * as v from "valibot";
import { Url } from "./common-schemas.ts";

const UploadTarget = v.object({
  url: Url,
  preset: v.string(),
  cloudName: v.string(),
  /** `bearer` only where the url has the origin of the API or of this server. */
  auth: v.picklist(["bearer", "none"]),
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

/** First segments of paths that belong to the server: the worker never answers them with the shell (specification 17). */
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
