/** The site's configuration: asked at start, kept for starts without a network (specification 11). */
import * as v from "valibot";
import { Config, configPath } from "../../contract/config.ts";
import { unreachable } from "./api-error.ts";

const storageKey = "offbeat.config";

/** The part of Web Storage that is needed. */
interface TextStore {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

export interface SiteConfig {
  /** What is known now, kept from an earlier start at the latest; undefined on the very first one. */
  current(): Config | undefined;
  /** Where calls go; before the first answer only the own origin can be meant. */
  bases(): { api: string; statistics: string };
  /** What is known, or the server's answer. Throws ApiError `network` when neither can be had. */
  ready(): Promise<Config>;
  /** Asks the server; also the cheapest proof of being online. */
  refresh(timeoutMs?: number): Promise<Config>;
  /** A media address of a reply, absolute: replies are relative to the API's origin. */
  mediaUrl(url: string): string;
}

/** @param storage absent in the worker, which has none and asks at every start */
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
    // Text that is no JSON: as good as never stored.
    return undefined;
  }
}

function keep(storage: TextStore, config: Config): void {
  try {
    storage.setItem(storageKey, JSON.stringify(config));
  } catch (error) {
    // A full or forbidden storage costs the next start's copy; the server was reached all the same.
    console.warn("The site's configuration could not be kept", error);
  }
}

function fail(cause?: unknown): never {
  throw unreachable(cause);
}
