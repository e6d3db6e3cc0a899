/** The site's configuration: fetched at start, stored for offline starts. */
import * as v from "valibot";
import { Config, configPath } from "../../contract/config.ts";
import { unreachable } from "./api-error.ts";

const storageKey = "offbeat.config";

/** The part of Web Storage that is used. */
interface TextStore {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

export interface SiteConfig {
  /** The current configuration, possibly stored by an earlier start; undefined on the very first one. */
  current(): Config | undefined;
  /** Base URLs of calls; until the configuration is known, those of this origin. */
  bases(): { api: string; statistics: string };
  /** Returns the current configuration, or fetches it. Throws ApiError `network`. */
  ready(): Promise<Config>;
  /** Fetches the configuration. */
  refresh(timeoutMs?: number): Promise<Config>;
  /** Resolves a media URL of a response against the API's origin. */
  mediaUrl(url: string): string;
}

/** @param storage undefined in the worker, which has none and fetches at every start */
export function createSiteConfig(storage: TextStore | undefined, origin: string): SiteConfig {
  let config = storage && read(storage);

  async function refresh(timeoutMs = 10_000): Promise<Config> {
    const response = await fetch(configPath, {
      signal: AbortSignal.timeout(timeoutMs),
      cache: "no-store",
    }).catch(fail);
    const parsed = v.safeParse(Config, await response.json().catch(fail));
    if (!response.ok || !parsed.success) return fail();
    config = parsed.output;
    if (storage !== undefined) keep(storage, config);
    return config;
  }

  return {
    current: () => config,
    bases: () => ({ api: config?.api ?? "/api", statistics: config?.statistics ?? "/statistics" }),
    ready: async () => config ?? (await refresh()),
    refresh,
    mediaUrl: (url) => new URL(url, new URL(config?.api ?? "/", origin)).href,
  };
}

function read(storage: TextStore): Config | undefined {
  try {
    const parsed = v.safeParse(Config, JSON.parse(storage.getItem(storageKey) ?? "null"));
    return parsed.success ? parsed.output : undefined;
  } catch {
    // Invalid JSON counts as never stored.
    return undefined;
  }
}

function keep(storage: TextStore, config: Config): void {
  try {
    storage.setItem(storageKey, JSON.stringify(config));
  } catch (error) {
    // A full or blocked storage loses the copy for the next start only.
    console.warn("The site's configuration could not be kept", error);
  }
}

function fail(cause?: unknown): never {
  throw unreachable(cause);
}
