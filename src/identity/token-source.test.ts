import Dexie from "dexie";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStoredTokens } from "./token-source.ts";

const origin = "https://music.example.org";
let answer: () => Promise<Response>;
let asked: { url: string; form: string }[];

beforeEach(() => {
  asked = [];
  answer = async () => Response.json({ access_token: "new" });
  vi.stubGlobal("fetch", async (url: string, init: { body: URLSearchParams }) => {
    asked.push({ url, form: String(init.body) });
    return answer();
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await Dexie.delete("firebaseLocalStorageDb");
});

/** As firebase 12.19 stores its user with the persistence "local". */
async function store(apiKey: string, stsTokenManager: unknown, uid = "ada"): Promise<void> {
  const database = new Dexie("firebaseLocalStorageDb");
  database.version(0.1).stores({ firebaseLocalStorage: "fbase_key" });
  await database.table("firebaseLocalStorage").put({
    fbase_key: `firebase:authUser:${apiKey}:[DEFAULT]`,
    value: { uid, email: "ada@example.org", stsTokenManager, apiKey, appName: "[DEFAULT]" },
  });
  database.close();
}
const inAnHour = () => Date.now() + 3_600_000;
const current = () => ({ accessToken: "old", refreshToken: "r", expirationTime: inAnHour() });
const expired = () => ({ ...current(), expirationTime: Date.now() - 1 });
const embedded = () => createStoredTokens({ kind: "embedded", google: "off" }, origin);

// 2.30
test("a stored token is used while it lasts, and asked for anew when it was refused", async () => {
  await store("offbeat-embedded", current());
  const tokens = embedded();
  expect(await tokens(false, "ada")).toEqual({ token: "old" });
  expect(asked).toEqual([]);
  expect(await tokens(true, "ada")).toEqual({ token: "new" });
  expect(asked).toEqual([
    {
      url: `${origin}/securetoken.googleapis.com/v1/token?key=offbeat-embedded`,
      form: "grant_type=refresh_token&refresh_token=r",
    },
  ]);
});

test("an expired one is renewed once, however many calls wait for it", async () => {
  await store("offbeat-embedded", expired());
  const tokens = embedded();
  answer = async () => {
    // Long enough for the second call to come meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 50));
    return Response.json({ access_token: "new" });
  };
  const several = await Promise.all([tokens(false, "ada"), tokens(false, "ada")]);
  expect(several).toEqual([{ token: "new" }, { token: "new" }]);
  expect(await tokens(false, "ada")).toEqual({ token: "new" });
  expect(asked).toHaveLength(1);
});

test("a Firebase project is asked at its own address", async () => {
  await store("AIza", expired());
  const config = { apiKey: "AIza", projectId: "p" };
  await createStoredTokens({ kind: "firebase", config }, origin)(false, "ada");
  expect(asked.map(({ url }) => url)).toEqual(["https://securetoken.googleapis.com/v1/token?key=AIza"]);
});

test("there is none of somebody else, and none after a sign-out", async () => {
  const tokens = embedded();
  expect(await tokens(false, "ada")).toBe("nobody");
  expect(await Dexie.exists("firebaseLocalStorageDb")).toBe(false);
  await store("offbeat-embedded", current());
  expect(await tokens(false, "ben")).toBe("nobody");
  await store("offbeat-embedded", undefined);
  expect(await tokens(false, "ada")).toBe("nobody");
  expect(asked).toEqual([]);
});

test.each([
  ["no answer", () => Promise.reject(new TypeError("Failed to fetch")), "unreachable"],
  ["a hotel's page", async () => new Response("<title>Hotel</title>"), "unreachable"],
  ["429", async () => Response.json({ error: { message: "QUOTA" } }, { status: 429 }), "unreachable"],
  ["503", async () => Response.json({ status: 503, code: "x" }, { status: 503 }), "unreachable"],
  ["{}", async () => Response.json({}), "unreachable"],
  ["a refusal", async () => Response.json({ error: { message: "TOKEN_EXPIRED" } }, { status: 400 }), "nobody"],
  ["a proxy", async () => Response.json({ error: { message: "No" } }, { status: 401 }), "unreachable"],
])("renewing ends in %s", async (_, reply, end) => {
  await store("offbeat-embedded", expired());
  answer = reply;
  expect(await embedded()(false, "ada")).toBe(end);
});
