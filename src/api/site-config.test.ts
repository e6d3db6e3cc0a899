import { afterEach, expect, test, vi } from "vitest";
import { createSiteConfig } from "./site-config.ts";

const target = { url: "/media/upload", preset: "p", cloudName: "offbeat", auth: "bearer" };
const config = {
  api: "/api",
  statistics: "/statistics",
  upload: { song: target, image: target },
  identity: { kind: "embedded", google: "off" },
};
const empty = { getItem: () => null, setItem: () => {} };
const answer = (body: string) => vi.stubGlobal("fetch", async () => new Response(body));
afterEach(() => vi.unstubAllGlobals());

test("a storage that is full or forbidden does not make the server unreachable", async () => {
  answer(JSON.stringify(config));
  const full = {
    ...empty,
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  };
  vi.spyOn(console, "warn").mockImplementation(() => {});
  expect(await createSiteConfig(full, "http://x").refresh()).toEqual(config);
});

test.each(["<html>Welcome to the hotel</html>", "{}", ""])(
  "what is no configuration (%s) counts as no network and replaces nothing",
  async (body) => {
    answer(body);
    const kept = createSiteConfig({ ...empty, getItem: () => JSON.stringify(config) }, "http://x");
    await expect(kept.refresh()).rejects.toMatchObject({ code: "network" });
    expect(kept.current()).toEqual(config);
  },
);
