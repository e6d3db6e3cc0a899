/** Client of Cloudinary's Admin API: presets, uploaded resources, deletion. Sends the secret only to this host. */
import * as v from "valibot";
import type { CloudinarySetting } from "../settings/cloudinary-url.ts";
import { HttpProblem } from "../http/problem.ts";

/** Cloudinary's `video` includes audio. */
export type ResourceType = "image" | "video";

const timeoutMs = 10_000;

const Preset = v.object({
  unsigned: v.optional(v.boolean(), false),
  settings: v.optional(v.looseObject({}), {}),
});
export type Preset = v.InferOutput<typeof Preset>;

const Resource = v.object({
  format: v.optional(v.string(), ""),
  bytes: v.number(),
  width: v.nullish(v.number()),
  height: v.nullish(v.number()),
  /** Of pictures: colours, and their shares in percent. */
  colors: v.nullish(v.array(v.tuple([v.string(), v.number()]))),
  duration: v.nullish(v.number()),
  is_audio: v.nullish(v.boolean()),
  audio: v.nullish(v.looseObject({ codec: v.nullish(v.string()) })),
  video: v.nullish(v.looseObject({ codec: v.nullish(v.string()) })),
});
export type Resource = v.InferOutput<typeof Resource>;

const Deleted = v.object({ deleted: v.record(v.string(), v.string()) });

/** The host refused key and secret. */
export class RefusedError extends Error {}

export interface CloudinaryApi {
  /** Resolves to undefined for an unknown preset. */
  preset(name: string): Promise<Preset | undefined>;
  /** Resolves to undefined for an unknown resource. */
  resource(type: ResourceType, publicId: string): Promise<Resource | undefined>;
  /** Deletes up to 100 resources; resolves to the names that no longer exist. */
  remove(type: ResourceType, publicIds: readonly string[]): Promise<string[]>;
  ping(): Promise<void>;
}

/** Every call throws RefusedError, or HttpProblem `unavailable` without a valid response. */
export function createCloudinaryApi({ api, cloud, key, secret }: CloudinarySetting): CloudinaryApi {
  const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString("base64")}`;

  async function call(method: "GET" | "DELETE", path: string): Promise<unknown> {
    const response = await fetch(`${api}/v1_1/${cloud}/${path}`, {
      method,
      headers: { authorization, accept: "application/json" },
      // A redirect would send key and secret elsewhere.
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(unavailable);
    if (response.status === 401 || response.status === 403)
      throw new RefusedError("The media host refuses the key and secret of MEDIA_URL");
    if (response.status === 404) return undefined;
    if (!response.ok) return unavailable(new Error(`The media host answered ${response.status}`));
    return response.json().catch(unavailable);
  }

  async function get<S extends v.GenericSchema>(schema: S, path: string): Promise<v.InferOutput<S> | undefined> {
    const answer = await call("GET", path);
    if (answer === undefined) return undefined;
    const parsed = v.safeParse(schema, answer);
    return parsed.success ? parsed.output : unavailable(new Error("An answer of another shape"));
  }

  return {
    preset: (name) => get(Preset, `upload_presets/${encodeURIComponent(name)}`),
    resource: (type, publicId) =>
      get(Resource, `resources/${type}/authenticated/${publicId}?media_metadata=true&colors=true`),
    async remove(type, publicIds) {
      const query = new URLSearchParams({ invalidate: "true" });
      for (const id of publicIds) query.append("public_ids[]", id);
      const answer = await call("DELETE", `resources/${type}/authenticated?${query}`);
      const { deleted } = v.parse(Deleted, answer);
      return publicIds.filter((id) => ["deleted", "not_found"].includes(deleted[id] ?? ""));
    },
    async ping() {
      await call("GET", "ping");
    },
  };
}

function unavailable(cause: unknown): never {
  throw new HttpProblem("unavailable", { retryAfter: 10, cause });
}
