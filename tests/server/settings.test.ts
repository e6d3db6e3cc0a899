import { openMigrated } from "../../server/db/postgres-start.ts";
import { StartError } from "../../server/lib/start-error.ts";
import { explainListen } from "../../server/start/listen-check.ts";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { contentSecurityPolicy } from "../../server/http/headers.ts";
import { isLoopback } from "../../server/settings/host-address.ts";
import { isDemoPossible, readSettings, SettingsError } from "../../server/settings/settings.ts";

test("the defaults are a server of one's own machine", () => {
  expect(readSettings({ PORT: "", UNRELATED: "x" })).toMatchObject({
    port: 3000,
    host: "127.0.0.1",
    publicUrl: "http://localhost:3000",
    publicUrlGiven: false,
    dataDir: join(process.cwd(), "data"),
    maxAudioBytes: 200_000_000,
    maxImageBytes: 10_000_000,
    rateFactor: 1,
    demo: "where-possible",
    apiUrl: "/api",
    songUpload: { url: "/media/v1_1/offbeat/video/upload", auth: "bearer" },
  });
  expect(readSettings({ TLS_CERT: "a", TLS_KEY: "b", PORT: "8443" }).publicUrl).toBe("https://localhost:8443");
});

test.each([
  ["PORT", "http"],
  ["PORT", "0"],
  ["PORT", "65536"],
  ["HOST", "http://x"],
  ["PUBLIC_URL", "music.example.org"],
  ["PUBLIC_URL", "ftp://music.example.org"],
  ["PUBLIC_URL", "https://music.example.org/offbeat"],
  ["PUBLIC_URL", "https://:hunter2@music.example.org"],
  ["MAX_AUDIO_BYTES", "200MB"],
  ["MAX_IMAGE_BYTES", "-1"],
  ["MEDIA_KEY", "secret"],
  ["MEDIA_KEY", "c2hvcnQ="],
  ["RATE_FACTOR", "0"],
  ["RATE_FACTOR", "many"],
  ["PASSWORD_COST", "3"],
  ["PASSWORD_COST", "21"],
  ["DEMO", "true"],
  ["WORKER", "0"],
  ["TRUST_PROXY", "1.2.3.4/33"],
  ["TRUST_PROXY", "true"],
  ["CORS_ORIGINS", "*"],
  ["CORS_ORIGINS", "https://a.example/"],
  ["API_URL", "//elsewhere.example/api"],
  ["API_URL", "javascript:alert(1)"],
  ["API_URL", "https:api.example.org/api"],
  ["API_URL", "https:/api.example.org/api"],
  ["API_URL", "https://api.example.org/api "],
  ["API_URL", "https://api.example.org/api?"],
  ["API_URL", "https://:hunter2@api.example.org/api"],
  ["STATISTICS_URL", "https://api.example.org/statistics#"],
  ["STATISTICS_URL", "api.example.org"],
  ["SONG_UPLOAD_URL", "https://api.cloudinary.com/v1_1/x/video/upload"],
  ["IMAGE_UPLOAD_URL", "https://api.cloudinary.com/v1_1/x/image/upload"],
  ["DATABASE_URL", "mysql://localhost/x"],
  ["DATABASE_URL", "localhost:5432/x"],
  ["DATABASE_URL", "postgres://localhost"],
  ["DATABASE_URL", "postgres:///x?host=/run&port=many"],
  ["DATABASE_URL", "postgres:///x?host=/run&port=65536"],
  ["FIREBASE_CONFIG", "{}"],
  ["FIREBASE_CONFIG", "{ apiKey: 'x' }"],
  ["FIREBASE_CONFIG", '"site"'],
  ["FIREBASE_CONFIG", '{"apiKey":"k","authDomain":"a.example/x; script-src *","projectId":"p"}'],
  ["FIREBASE_CONFIG", '{"apiKey":"k","authDomain":"a.example","projectId":"../p"}'],
  ["MEDIA_URL", "cloudinary://a:b@c"],
  ["MEDIA_URL", "cloudinary://a@c?song_preset=s&image_preset=i"],
  ["MEDIA_URL", "cloudinary://a:b@c?song_preset=s&image_preset=i&typo=1"],
  ["MEDIA_URL", "cloudinary://a:b@c?song_preset=s&image_preset=i&upload_prefix=http://x.example"],
  ["MEDIA_URL", "cloudinary://a:b@c?song_preset=s&image_preset=i&secure_distribution=x.example%3F"],
  ["MEDIA_URL", "cloudinary://a:b@c?song_preset=s&image_preset=i&secure_distribution=x.example%23"],
  ["MEDIA_URL", "cloudinary://a:b@c?song_preset=s&image_preset=i&secure_distribution=:hunter2@x.example"],
  ["MEDIA_URL", "cloudinary://%zz:b@c?song_preset=s&image_preset=i"],
  ["MEDIA_URL", "s3://a:b@c?song_preset=s&image_preset=i"],
  ["SMTP_URL", "mail.example.org"],
  ["SMTP_URL", "https://mail.example.org"],
  ["SMTP_URL", "smtp://"],
  ["SMTP_URL", "smtp://mail%2Fx.example.org"],
  ["SMTP_URL", "smtp://mail.example.org/queue"],
  ["SMTP_URL", "smtp://mail.example.org?tls.rejectUnauthorized=false"],
  ["SMTP_URL", "smtp://mail.example.org?from=nobody"],
  ["SMTP_URL", "smtp://a:%ff@mail.example.org"],
  ["SMTP_URL", "smtp://:hunter2@mail.example.org"],
  ["ROLE", "worker"],
  ["ROLE", "statistics"],
])("%s=%s stops the start with one line that names it", (name, value) => {
  let thrown: unknown;
  try {
    readSettings({ [name]: value });
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(SettingsError);
  const { message } = thrown as SettingsError;
  expect(message).toMatch(new RegExp(`^${name}\\b.*(takes|not supported yet)`));
  expect(message).not.toContain("\n");
  expect(message).not.toContain("hunter2");
});

test.each([
  ["smtp://localhost", { host: "localhost", port: 587, secure: false, from: "offbeat@localhost" }],
  ["smtp://mail.bücher.example", { host: "mail.xn--bcher-kva.example" }],
  ["smtp://mail_server", { host: "mail_server" }],
  ["smtps://[::1]:2465", { host: "::1", port: 2465, secure: true }],
  [
    "smtps://ada%40example.org:p%3Ass@mail.example.org",
    {
      port: 465,
      auth: { user: "ada@example.org", pass: "p:ss" },
      from: "ada@example.org",
    },
  ],
  ["smtp://user:x@mail.example.org?from=music@example.org", { from: "music@example.org" }],
])("SMTP_URL=%s", (value, smtp) => {
  expect(readSettings({ SMTP_URL: value }).smtp).toMatchObject(smtp);
});

describe("a Firebase project", () => {
  const config = {
    apiKey: "k:1",
    authDomain: "site.firebaseapp.com",
    projectId: "site",
    appId: "1",
  };
  const env = { FIREBASE_CONFIG: JSON.stringify(config) };

  test("is the identity provider, and demo mode is not possible with it", () => {
    expect(readSettings(env).firebase).toEqual(config);
    expect(isDemoPossible(readSettings(env))).toBe(false);
    expect(() => readSettings({ ...env, DEMO: "1" })).toThrow(/^DEMO takes/);
  });

  test("adds its hosts to the content security policy, and nothing else does", () => {
    const policy = contentSecurityPolicy(readSettings(env));
    expect(policy["script-src"]).toEqual(["'self'", "https://apis.google.com"]);
    expect(policy["frame-src"]).toEqual(["https://site.firebaseapp.com"]);
    expect(policy["connect-src"]).toEqual([
      "'self'",
      "https://identitytoolkit.googleapis.com",
      "https://securetoken.googleapis.com",
    ]);
    const own = contentSecurityPolicy(readSettings({}));
    expect([own["script-src"], own["frame-src"], own["connect-src"]]).toEqual([["'self'"], ["'none'"], ["'self'"]]);
  });
});

describe("settings that depend on each other", () => {
  test("PASSWORD_COST below the default wants a loopback HOST", () => {
    expect(readSettings({}).passwordCost).toBe(15);
    expect(readSettings({ PASSWORD_COST: "4" }).passwordCost).toBe(4);
    expect(readSettings({ PASSWORD_COST: "17", HOST: "0.0.0.0" }).passwordCost).toBe(17);
    expect(() => readSettings({ PASSWORD_COST: "14", HOST: "0.0.0.0" })).toThrow(/^PASSWORD_COST takes at least 15/);
  });

  test("RATE_FACTOR over 1 wants a loopback HOST", () => {
    expect(readSettings({ RATE_FACTOR: "50" }).rateFactor).toBe(50);
    expect(() => readSettings({ RATE_FACTOR: "50", HOST: "0.0.0.0" })).toThrow(/^RATE_FACTOR takes/);
    expect(readSettings({ RATE_FACTOR: "0.5", HOST: "0.0.0.0" }).rateFactor).toBe(0.5);
  });

  test.each([{ HOST: "0.0.0.0" }, { PUBLIC_URL: "https://music.example.org" }])("DEMO=1 is refused with %j", (env) => {
    expect(() => readSettings({ ...env, DEMO: "1" })).toThrow(/^DEMO takes/);
    expect(isDemoPossible(readSettings(env))).toBe(false);
  });

  test("a part of the server, or no demo, goes with a database that others share", () => {
    const DATABASE_URL = "postgresql://ada:secret@db.example.org:5432/offbeat?sslmode=verify-full";
    expect(readSettings({ DATABASE_URL, ROLE: "statistics" })).toMatchObject({
      databaseUrl: DATABASE_URL,
      role: "statistics",
    });
    expect(isDemoPossible(readSettings({ DATABASE_URL }))).toBe(false);
    expect(() => readSettings({ DATABASE_URL, DEMO: "1" })).toThrow(/^DEMO takes/);
    expect(() => readSettings({ ROLE: "api" })).toThrow(/^ROLE takes/);
  });

  test("a certificate and its key come together", () => {
    expect(() => readSettings({ TLS_CERT: "cert.pem" })).toThrow(/^TLS_KEY takes/);
    expect(() => readSettings({ TLS_KEY: "key.pem" })).toThrow(/^TLS_CERT takes/);
  });

  test("DEMO=0 is never demo mode", () => {
    expect(isDemoPossible(readSettings({ DEMO: "0" }))).toBe(false);
    expect(isDemoPossible(readSettings({}))).toBe(true);
  });

  test("uploads may go to the host of the API", () => {
    const api = {
      API_URL: "https://api.example.org/v1/",
      SONG_UPLOAD_URL: "https://api.example.org/upload",
    };
    const settings = readSettings(api);
    expect(settings.apiUrl).toBe("https://api.example.org/v1");
    const policy = contentSecurityPolicy(settings);
    expect(policy["connect-src"]).toEqual(["'self'", "https://api.example.org"]);
    expect(policy["img-src"]).toContain("https://api.example.org");
  });
});

test("an outside media host gets the uploads and never a token; other hosts get nothing", () => {
  const MEDIA_URL = "cloudinary://key:secret@cloud?song_preset=s&image_preset=i";
  const settings = readSettings({ MEDIA_URL });
  expect(settings.songUpload).toEqual({
    url: "https://api.cloudinary.com/v1_1/cloud/video/upload",
    preset: "s",
    cloudName: "cloud",
    auth: "none",
  });
  expect(isDemoPossible(settings)).toBe(false);
  const policy = contentSecurityPolicy(settings);
  expect(policy["connect-src"]).toEqual(["'self'", "https://api.cloudinary.com"]);
  const SONG_UPLOAD_URL = "https://api.cloudinary.com/v1_1/other/video/upload";
  expect(readSettings({ MEDIA_URL, SONG_UPLOAD_URL }).songUpload.url).toBe(SONG_UPLOAD_URL);
  for (const url of ["https://elsewhere.example/upload", "/media/v1_1/offbeat/video/upload"])
    expect(() => readSettings({ MEDIA_URL, SONG_UPLOAD_URL: url })).toThrow(
      /^SONG_UPLOAD_URL takes an address of the host of MEDIA_URL/,
    );
});

test("loopback names are told from look-alikes", () => {
  for (const host of ["localhost", "127.0.0.1", "127.9.9.9", "::1", "[::1]"]) expect(isLoopback(host)).toBe(true);
  for (const host of [
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "0.0.0.0",
    "10.0.0.1",
    "::",
    "notlocalhost",
  ]) {
    expect([host, isLoopback(host)]).toEqual([host, false]);
  }
});

test.each([
  ["TRUST_PROXY", "0.0.0.0/0"],
  ["TRUST_PROXY", "10.0.0.0/8, ::/0"],
  ["API_URL", "/"],
  ["STATISTICS_URL", "/"],
])("%s=%s is refused by one line that names it (specification 18.2)", (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^${name} takes`));
});

// 18.7
test.each([
  "postgres://u:caf%e9@127.0.0.1:1/db",
  "postgres://u:p@127.0.0.1:1/d%ff",
  "postgres://u:p@127.0.0.1:1/db?sslrootcert=/",
  "postgres://u:p@127.0.0.1:1/db?uselibpqcompat=true&sslmode=verify-ca",
  "postgres://u:p@127.0.0.1:1/db?sslnegotiation=x",
])("DATABASE_URL=%s, which the driver refuses, stops the start with one line", async (url) => {
  const error: unknown = await openMigrated(url).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StartError);
  expect(String(error)).toMatch(/^Error: DATABASE_URL: 127\.0\.0\.1:1\/\S+ cannot be used: [^\n]+$/);
});

test("a host with a slash at its end is the same host", () => {
  const url = "cloudinary://key:secret@cloud?song_preset=s&image_preset=i&upload_prefix=https://api-eu.cloudinary.com/";
  const settings = readSettings({ MEDIA_URL: `${url}&secure_distribution=cdn.example.org/` });
  expect(settings.songUpload.url).toBe("https://api-eu.cloudinary.com/v1_1/cloud/video/upload");
  expect(settings.cloudinary?.delivery).toBe("https://cdn.example.org");
});

test.each(["127.0.0.1:9000", "localhost", "[::1]:9000"])(
  "a loopback host of media is asked without TLS: %s",
  (host) => {
    const url = "cloudinary://key:secret@cloud?song_preset=s&image_preset=i&secure_distribution=";
    for (const end of ["", "/"])
      expect(readSettings({ MEDIA_URL: `${url}${host}${end}` }).cloudinary?.delivery).toBe(`http://${host}`);
  },
);

test.each([" ", "\r", "/", "?", "/#"])("PUBLIC_URL is an origin, whatever little follows it: %j", (end) => {
  const origin = "https://music.example.org";
  expect(readSettings({ PUBLIC_URL: `${origin}${end}` }).publicUrl).toBe(origin);
});

test.each(["EADDRNOTAVAIL", "EAFNOSUPPORT", "EAI_AGAIN", "EINVAL"])(
  "a HOST that cannot be bound is told in one line: %s (specification 18.2)",
  (code) => {
    const told = explainListen(Object.assign(new Error(code), { code }), { host: "::", port: 3000 });
    expect(told).toBeInstanceOf(StartError);
  },
);
