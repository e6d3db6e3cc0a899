import { expect, test } from "vitest";
import { createProbe } from "./probe-server.ts";
import type { SiteConfig } from "./site-config.ts";

const config = {} as Awaited<ReturnType<SiteConfig["refresh"]>>; // nobody looks at it here
const hang = new Promise<never>(() => {});
const problem = (status: number) =>
  new Response(JSON.stringify({ status, code: "x", title: "x" }), {
    status,
    headers: { "content-type": "application/problem+json" },
  });

interface Site {
  refresh?: () => Promise<typeof config>;
  answer?: () => Response | Promise<Response>;
  token?: () => Promise<string | null>;
  uid?: string | undefined;
  /** The probe's time in milliseconds: short where it has to run out, else more than a busy machine takes. */
  ms?: number;
}

function probe({ refresh = async () => config, answer = () => hang, token, ms = 1_500, ...site }: Site) {
  const asked: Request[] = [];
  const reaches = createProbe({
    refresh,
    bases: () => ({ api: "http://x/api", statistics: "http://x/statistics" }),
    caller: () => ("uid" in site ? site.uid : "somebody"),
    token: token ?? (async () => "token"),
    fetch: async (input, init) => {
      asked.push(new Request(input, init));
      return answer();
    },
  })(ms);
  return {
    asked,
    reached: reaches.then(
      () => true,
      () => false,
    ),
  };
}

test("the configuration alone is no proof for a signed-in user: the API hangs", async () => {
  expect(await probe({ ms: 60 }).reached).toBe(false);
});

test("any answer of the API is one, also a refusal; a portal's page is none", async () => {
  for (const status of [401, 403, 404, 429, 500, 503])
    expect(await probe({ answer: () => problem(status) }).reached).toBe(true);
  expect(await probe({ answer: () => new Response("<h1>Hotel</h1>") }).reached).toBe(false);
});

test("without a configuration nothing is reached", async () => {
  const refresh = () => Promise.reject(new Error("cut"));
  expect(await probe({ refresh, answer: () => problem(200) }).reached).toBe(false);
  expect(await probe({ refresh: () => hang, answer: () => problem(401), ms: 60 }).reached).toBe(false);
});

test("a provider in trouble is not the server: it is asked without a token", async () => {
  for (const token of [() => Promise.reject(new Error("429")), () => hang]) {
    const { asked, reached } = probe({ token, answer: () => problem(401) });
    expect(await reached).toBe(true);
    expect(asked[0]?.headers.get("authorization")).toBeNull();
  }
});

test("for visitors the configuration is enough", async () => {
  const { asked, reached } = probe({ uid: undefined });
  expect(await reached).toBe(true);
  expect(asked).toEqual([]);
});
