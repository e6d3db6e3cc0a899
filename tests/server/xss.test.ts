/** What people type is text: stored and answered literally as JSON, and never part of a page or a mail (specification 21.6). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { problemType } from "../../contract/problems.ts";
import { withoutDirections } from "../../contract/rules/characters.ts";
import { withTitle } from "../support/audio-files.ts";
import { createTestServer, type TestReply, type TestUser, uploadReply } from "../support/server.ts";
import { goodPassword } from "./identity-app.ts";
import { encodeForm } from "./media-app.ts";

/** Each short enough for every field, so that all of it has to come back. */
const payloads = [
  "<script>alert(1)</script>",
  "</script><script>alert(1)</script>",
  "<ScRiPt>alert(1)</sCrIpT>",
  "<script/x>alert(1)</script>",
  "<scr<script>ipt>alert(1)</scr</script>ipt>",
  "<img src=x onerror=alert(1)>",
  "<img src=x onerror='alert(1)'//>",
  '"><img src=x onerror=alert(1)>',
  "'><img src=x onerror=alert(1)>",
  '" autofocus onfocus=alert(1) x="',
  "' onmouseover='alert(1)",
  "` onmouseover=alert(1) `",
  "<svg onload=alert(1)>",
  "<svg/onload=alert(1)//",
  "<svg><script>alert(1)</script></svg>",
  "<svg><animate onbegin=alert(1) attributeName=x>",
  "<math><mtext><style><img onerror=alert(1)>",
  "<iframe srcdoc='<script>alert(1)</script>'>",
  "<iframe src=javascript:alert(1)>",
  "<object data=javascript:alert(1)>",
  "<body onload=alert(1)>",
  "<details open ontoggle=alert(1)>",
  "<video><source onerror=alert(1)>",
  "<base href=//evil.example>",
  "<meta http-equiv=refresh content=0;url=//evil>",
  "<link rel=stylesheet href=//evil.example>",
  "<form><button formaction=javascript:alert(1)>",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\tscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "{{constructor.constructor('alert(1)')()}}",
  "${alert(1)}",
  "<%= alert(1) %>",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "&#60;script&#62;alert(1)",
  "<!--><script>alert(1)</script>-->",
  "]]><script>alert(1)</script>",
  "\u202egnp.<script>alert(1)",
  "\uff1cscript\uff1ealert(1)\uff1c/script\uff1e",
  "\u2028alert(1)\u2029<b>",
  "%3Cscript%3Ealert(1)%3C/script%3E",
  "__proto__",
  "'; drop table songs; --",
] as const;

const site = new Map([
  [
    "/index.html",
    {
      bytes: Buffer.from("<!doctype html><title>Offbeat</title>"),
      brotli: undefined,
      type: "text/html; charset=utf-8",
      hash: "x",
    },
  ],
]);

let server: Awaited<ReturnType<typeof createTestServer>>;
let user: TestUser;
let other: TestUser;
beforeAll(async () => {
  server = await createTestServer({ site });
  user = await server.user({ artist: true });
  other = await server.user({ artist: true });
});
afterAll(() => server.close());

/** The answer is data to every browser, whatever stands in it. */
function expectData(reply: TestReply, status: number, type = "application/json"): void {
  expect([reply.status, String(reply.headers["content-type"]).split(";")[0]]).toEqual([status, type]);
  expect(reply.headers["x-content-type-options"]).toBe("nosniff");
}

const get = async (url: string, reader = other) => {
  const reply = await server.call("GET", url, reader);
  expectData(reply, 200);
  return reply.body;
};

const createSong = async (song: object, image: string | null = null) =>
  server.call("POST", "/api/songs", user, {
    body: {
      song: { title: "Tide", artist: "Ada", album: null, genre: "Ska", private: false, ...song },
      metadata: uploadReply(await server.asset(user.uid)),
      image,
    },
  });

test("there are at least 40 payloads, and no two are alike", () => {
  expect(new Set(payloads).size).toBe(payloads.length);
  expect(payloads.length).toBeGreaterThanOrEqual(40);
});

describe.each(payloads)("%j comes back as it was typed", (payload) => {
  // What a form does with the ends of a field.
  const text = withoutDirections(payload).trim();

  test("in a song, a playlist, a name and a search", async () => {
    const made = await createSong({ title: payload, artist: payload, album: payload });
    expectData(made, 201);
    const id: string = made.body.data._id;
    const [song] = (await get(`/api/songs?ids=${id}`)).data;
    expect(song).toMatchObject({ title: text, artist: text, album: text });

    const playlist = { title: payload, description: payload, private: false };
    const list = await server.call("POST", "/api/playlists", user, { body: { playlist } });
    expectData(list, 201);
    const { data } = await get(`/api/playlists/playlist/${list.body.data._id}`);
    expect(data).toMatchObject({ title: text, description: text });

    const name = { firstName: payload, lastName: payload };
    expectData(await server.call("PATCH", `/api/users/${user.uid}`, user, { body: name }), 200);
    const shown = (await get(`/api/users/${user.uid}`)).data;
    expect(shown).toMatchObject({ firstName: text, lastName: text });
    expect(shown.userName).toBe(`${text} ${text}`);

    const found = (await get(`/api/search?q=${encodeURIComponent(text)}&limit=500`)).data;
    expect(found.songs.map(({ _id }: { _id: string }) => _id)).toContain(id);
    expect(found.playlists[0].title).toBe(text);
    expect(found.artists.map(({ uid }: { uid: string }) => uid)).toContain(user.uid);
  });

  test("in no page, and in problems as JSON only", async () => {
    const path = encodeURIComponent(payload);
    const page = await server.call("GET", `/search/${path}?q=${path}`, null);
    expect(page.text.includes(text) || page.text.includes(path)).toBe(false);
    const problem = (reply: TestReply, status: number) => expectData(reply, status, problemType);
    problem(await server.call("GET", `/api/${path}`, user), 404);
    problem(await server.call("GET", `/api/songs?ids=${path}`, user), 422);
    problem(await createSong({ genre: payload }), 422);
    problem(await server.call("POST", "/api/users", user, { body: { [payload]: payload } }), 422);
    problem(await server.call("GET", `/media/${path}`, null), 404);
    problem(await server.call("GET", "/api/songs/all", `${path}.x.y`), 401);
  });
});

test("names of files and tags of a sound are data too", async () => {
  const refuse = /["\\/%\r\n]/g;
  for (const payload of payloads) {
    const name = payload.replace(refuse, "_");
    const file = { name: `${name}.mp3`, bytes: withTitle(payload) };
    const { type, body } = encodeForm("video", { file });
    const reply = await server.app.inject({
      method: "POST",
      url: "/media/v1_1/offbeat/video/upload",
      payload: body,
      headers: { "content-type": type, authorization: `Bearer ${user.token}` },
    });
    expect(reply.headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "x-content-type-options": "nosniff",
    });
    // A tab and its like are taken out of names, as they are of no use to a person.
    const shown = name.replaceAll("\t", "").trim();
    expect([reply.statusCode, reply.json().original_filename]).toEqual([200, shown]);
    await server.db.query("delete from assets where id = $1", [reply.json().public_id]);
  }
}, 60_000);

test("what no text can hold, or is far too long, is refused", async () => {
  const tooMuch = `<b>${"A".repeat(30_000)}</b>`;
  for (const title of [tooMuch, "<b>\0alert(1)</b>", "\0\0"]) {
    const playlist = { title, description: title, private: false };
    for (const reply of [
      await createSong({ title, artist: title, album: title }),
      await server.call("POST", "/api/playlists", user, { body: { playlist } }),
      await server.call("PATCH", `/api/users/${user.uid}`, user, { body: { firstName: title } }),
    ]) {
      expectData(reply, 422, problemType);
      expect(reply.text).not.toContain("alert");
    }
  }
  for (const url of ["/api/users/%00", "/api/search?q=%00x", "/api/songs/mysongs/a%00b"]) {
    const { status } = await server.call("GET", url, user);
    expect([url, status < 500]).toEqual([url, true]);
  }
});

test("mails are plain text and hold no name", async () => {
  const payload = payloads[0];
  const body = { firstName: payload, lastName: payload };
  const email = "mailed@example.org";
  const call = (operation: string, values: object) =>
    server.call("POST", `/identitytoolkit.googleapis.com/v1/accounts:${operation}?key=x`, null, {
      body: values,
    });
  const account = await call("signUp", { email, password: goodPassword, displayName: payload });
  const idToken: string = account.body.idToken;
  await server.call("POST", "/api/users", idToken, { body: { ...body, artist: true } });
  await call("sendOobCode", { requestType: "PASSWORD_RESET", email });
  await call("sendOobCode", { requestType: "VERIFY_EMAIL", idToken });
  await server.identity.background.settled(5_000);
  expect(server.mails.length).toBe(2);
  for (const mail of server.mails) {
    expect(Object.keys(mail).sort()).toEqual(["link", "subject", "text", "to"]);
    expect(JSON.stringify(mail)).not.toMatch(/[<>]|alert/);
  }
});

describe("addresses of pictures", () => {
  const own = () => server.asset(user.uid, "image");
  test.each<[string, () => Promise<string> | string]>([
    ["another host", () => "https://evil.example/cover.png"],
    ["another host without a scheme", async () => `//evil.example/media/${await own()}`],
    ["a script", () => "javascript:alert(1)"],
    ["a script before an own upload", async () => `javascript:alert(1)//media/${await own()}`],
    ["a script as a host", async () => `javascript://x/media/${await own()}`],
    ["data", () => "data:image/svg+xml,<svg onload=alert(1)>"],
    ["a file", async () => `file:///media/${await own()}`],
    ["an own upload behind other text", async () => `x" onerror="alert(1)/media/${await own()}`],
    ["steps upwards", async () => `/media/../media/${await own()}`],
    ["somebody else's upload", async () => `/media/${await server.asset(other.uid, "image")}`],
    ["an upload that is no picture", async () => `/media/${await server.asset(user.uid)}`],
  ])("of %s are refused everywhere", async (_, makeUrl) => {
    const url = await makeUrl();
    const song = (await server.song(user))._id;
    const list = (await server.playlist(user))._id;
    const playlist = { title: "Shore", description: "By the sea", private: false };
    for (const reply of [
      await createSong({}, url),
      await server.call("PATCH", `/api/songs/${song}`, user, {
        body: { songData: {}, image: url },
      }),
      await server.call("POST", "/api/playlists", user, {
        body: { playlist: { ...playlist, playlistImage: url } },
      }),
      await server.call("PATCH", `/api/playlists/${list}`, user, {
        body: { playlist, image: url },
      }),
      await server.call("PATCH", `/api/users/${user.uid}`, user, { body: { profileImage: url } }),
    ]) {
      expectData(reply, 409, problemType);
      expect(reply.body.code).toBe("upload-not-found");
      expect(reply.text).not.toContain("evil");
    }
  });

  test("of an own upload under another host are answered under ours", async () => {
    const id = await own();
    const made = await createSong({}, `https://evil.example/media/${id}?<script>`);
    expect(made.body.data.songImage).toBe(`/media/${id}`);
    expect(made.text).not.toMatch(/evil|script/);
  });
});
