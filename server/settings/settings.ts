/** Parses the environment variables once; an error names its variable. */
import { resolve } from "node:path";
import * as v from "valibot";
import { StartError } from "../lib/start-error.ts";
import { readSmtpUrl, type SmtpSetting } from "./smtp-url.ts";
import { readCloudinaryUrl, type CloudinarySetting } from "./cloudinary-url.ts";
import { firebaseConfig, type FirebaseConfig } from "./firebase-config.ts";
import { isAddress, isExactOrigin, isLoopback, isOrigin, isPostgresUrl, isProxy } from "./host-address.ts";
import { readUpload, type UploadSetting } from "./upload-setting.ts";

/** 2^15 blocks: 32 MB and about 200 ms per guess. */
const defaultPasswordCost = 15;

const roles = ["all", "api", "statistics"] as const;
type Role = (typeof roles)[number];

export interface Settings {
  port: number;
  host: string;
  /** Origin, without a trailing slash. */
  publicUrl: string;
  /** Whether PUBLIC_URL is set; otherwise `publicUrl` is the default. */
  publicUrlGiven: boolean;
  /** Paths of PEM files. */
  tls: { cert: string; key: string } | undefined;
  /** Absolute, because child processes have other working directories. */
  dataDir: string;
  /** URL of a PostgreSQL database; undefined for the embedded database. */
  databaseUrl: string | undefined;
  /** What this process serves. */
  role: Role;
  maxAudioBytes: number;
  maxImageBytes: number;
  /** 32 bytes; undefined for the key in the data directory. */
  mediaKey: Uint8Array | undefined;
  /** External media host; undefined for the local disk. */
  cloudinary: CloudinarySetting | undefined;
  rateFactor: number;
  /** Exponent of scrypt's cost. */
  passwordCost: number;
  smtp: SmtpSetting | undefined;
  /** Web configuration of the Firebase project that is the identity provider; undefined for the embedded provider. */
  firebase: FirebaseConfig | undefined;
  demo: "never" | "where-possible" | "insist";
  /** Whether pages get the service worker; else one that takes it out of action. */
  hasWorker: boolean;
  /** Addresses and networks whose forwarding headers are trusted. */
  trustProxy: string[];
  corsOrigins: string[];
  apiUrl: string;
  statisticsUrl: string;
  songUpload: UploadSetting;
  imageUpload: UploadSetting;
}

export class SettingsError extends StartError {}

const wholeNumber = (name: string, min: number, max: number) => {
  const message = `${name} takes a whole number from ${min} to ${max}`;
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,15}$/, message),
    v.transform(Number),
    v.minValue(min, message),
    v.maxValue(max, message),
  );
};

/** An absolute http(s) URL with nothing after its host; outputs its origin. */
const origin = (message: string) =>
  v.pipe(
    v.string(),
    v.check(isOrigin, message),
    v.transform((value) => new URL(value).origin),
  );

const separated = (message: string, isItem: (item: string) => boolean) =>
  v.pipe(
    v.string(),
    v.transform((value) => value.split(",").map((item) => item.trim())),
    v.check((items) => items.every(isItem), message),
  );

/** An absolute http(s) URL or a path on this server; outputs it without a trailing slash. */
const address = (name: string) =>
  v.pipe(
    v.string(),
    v.check(isAddress, `${name} takes an http(s) address or a path that begins with a slash`),
    v.transform((value) => value.replace(/(?<!\/)\/+$/, "")),
    v.nonEmpty(`${name} takes a path with more than a slash`),
  );

const preset = (name: string) => v.optional(v.pipe(v.string(), v.maxLength(100, `${name} takes a preset's name`)));

const keyMessage = "MEDIA_KEY takes 32 bytes in base64";
const mediaMessage =
  "MEDIA_URL takes cloudinary://key:secret@cloud?song_preset=…&image_preset=…, with the names of two presets";
const proxyMessage = "TRUST_PROXY takes addresses or networks (10.0.0.0/8, loopback), separated by commas";

const Environment = v.object({
  PORT: v.optional(wholeNumber("PORT", 1, 65_535), "3000"),
  HOST: v.optional(v.pipe(v.string(), v.regex(/^[\w.:-]+$/, "HOST takes a host name or an address")), "127.0.0.1"),
  PUBLIC_URL: v.optional(origin("PUBLIC_URL takes an http(s) address without a path, as https://music.example.org")),
  TLS_CERT: v.optional(v.string()),
  TLS_KEY: v.optional(v.string()),
  DATA_DIR: v.optional(v.string(), "./data"),
  MAX_AUDIO_BYTES: v.optional(wholeNumber("MAX_AUDIO_BYTES", 1, 100_000_000_000), "200000000"),
  MAX_IMAGE_BYTES: v.optional(wholeNumber("MAX_IMAGE_BYTES", 1, 1_000_000_000), "10000000"),
  MEDIA_KEY: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[A-Za-z0-9+/]{43}=$/, keyMessage),
      v.transform((value) => new Uint8Array(Buffer.from(value, "base64"))),
      v.check((key) => key.length === 32, keyMessage),
    ),
  ),
  RATE_FACTOR: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d+(\.\d+)?$/, "RATE_FACTOR takes a number above 0"),
      v.transform(Number),
      v.check((factor) => factor > 0 && factor <= 1_000_000, "RATE_FACTOR takes a number above 0"),
    ),
    "1",
  ),
  PASSWORD_COST: v.optional(wholeNumber("PASSWORD_COST", 4, 20), String(defaultPasswordCost)),
  DEMO: v.optional(v.picklist(["0", "1"], "DEMO takes 0 (never) or 1 (insist)")),
  WORKER: v.optional(
    v.picklist(["on", "off"], "WORKER takes on, or off to take a broken service worker out of action"),
    "on",
  ),
  TRUST_PROXY: v.optional(separated(proxyMessage, isProxy)),
  CORS_ORIGINS: v.optional(
    separated("CORS_ORIGINS takes origins (https://app.example.org), separated by commas", isExactOrigin),
  ),
  API_URL: v.optional(address("API_URL"), "/api"),
  STATISTICS_URL: v.optional(address("STATISTICS_URL"), "/statistics"),
  SONG_UPLOAD_URL: v.optional(address("SONG_UPLOAD_URL")),
  SONG_UPLOAD_PRESET: preset("SONG_UPLOAD_PRESET"),
  IMAGE_UPLOAD_URL: v.optional(address("IMAGE_UPLOAD_URL")),
  IMAGE_UPLOAD_PRESET: preset("IMAGE_UPLOAD_PRESET"),
  DATABASE_URL: v.optional(
    v.pipe(v.string(), v.check(isPostgresUrl, "DATABASE_URL takes postgres://user:password@host:port/database")),
  ),
  FIREBASE_CONFIG: v.optional(firebaseConfig),
  MEDIA_URL: v.optional(
    v.pipe(
      v.string(),
      v.transform(readCloudinaryUrl),
      v.check((setting) => setting !== undefined, mediaMessage),
    ),
  ),
  SMTP_URL: v.optional(v.string()),
  ROLE: v.optional(v.picklist(roles, "ROLE takes all, api or statistics"), "all"),
});
type Environment = v.InferOutput<typeof Environment>;

/**
 * Reads the settings from `env`; an empty variable counts as unset. Throws a SettingsError with one line that names the
 * variable and its valid values.
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = v.safeParse(Environment, present);
  if (!parsed.success) throw new SettingsError(parsed.issues[0].message);
  const e = parsed.output;
  const tls = readTls(e);
  const publicUrl = e.PUBLIC_URL ?? `${tls ? "https" : "http"}://localhost:${e.PORT}`;
  const settings: Settings = {
    port: e.PORT,
    host: e.HOST,
    publicUrl,
    publicUrlGiven: e.PUBLIC_URL !== undefined,
    tls,
    dataDir: resolve(e.DATA_DIR),
    databaseUrl: e.DATABASE_URL,
    role: e.ROLE,
    maxAudioBytes: e.MAX_AUDIO_BYTES,
    maxImageBytes: e.MAX_IMAGE_BYTES,
    mediaKey: e.MEDIA_KEY,
    cloudinary: e.MEDIA_URL,
    rateFactor: e.RATE_FACTOR,
    passwordCost: e.PASSWORD_COST,
    smtp: readSmtp(e.SMTP_URL, publicUrl),
    firebase: e.FIREBASE_CONFIG,
    demo: e.DEMO === "0" ? "never" : e.DEMO === "1" ? "insist" : "where-possible",
    hasWorker: e.WORKER === "on",
    trustProxy: e.TRUST_PROXY ?? [],
    corsOrigins: e.CORS_ORIGINS ?? [],
    apiUrl: e.API_URL,
    statisticsUrl: e.STATISTICS_URL,
    songUpload: readUpload(e.MEDIA_URL, "video", e.SONG_UPLOAD_URL, e.SONG_UPLOAD_PRESET),
    imageUpload: readUpload(e.MEDIA_URL, "image", e.IMAGE_UPLOAD_URL, e.IMAGE_UPLOAD_PRESET),
  };
  checkTogether(settings);
  return settings;
}

function readTls(e: Environment): Settings["tls"] {
  if (e.TLS_CERT === undefined && e.TLS_KEY === undefined) return undefined;
  if (e.TLS_CERT === undefined) throw new SettingsError("TLS_CERT takes the path of a certificate to go with TLS_KEY");
  if (e.TLS_KEY === undefined) throw new SettingsError("TLS_KEY takes the path of a private key to go with TLS_CERT");
  return { cert: e.TLS_CERT, key: e.TLS_KEY };
}

function readSmtp(value: string | undefined, publicUrl: string): SmtpSetting | undefined {
  if (value === undefined) return undefined;
  const smtp = readSmtpUrl(value, new URL(publicUrl).hostname);
  if (smtp) return smtp;
  throw new SettingsError(
    "SMTP_URL takes smtp://user:password@host:587 or smtps://…, and ?from= with the address that mails come from",
  );
}

/** Rules that span several variables. */
function checkTogether(settings: Settings): void {
  if (settings.rateFactor > 1 && !isLoopback(settings.host)) {
    throw new SettingsError("RATE_FACTOR takes at most 1 unless HOST is a loopback address");
  }
  if (settings.demo === "insist" && !isDemoPossible(settings)) {
    throw new SettingsError(
      "DEMO takes 1 only where everything is embedded and HOST and PUBLIC_URL are loopback addresses",
    );
  }
  if (settings.passwordCost < defaultPasswordCost && !isLoopback(settings.host)) {
    throw new SettingsError(`PASSWORD_COST takes at least ${defaultPasswordCost} unless HOST is a loopback address`);
  }
  if (settings.role !== "all" && settings.databaseUrl === undefined) {
    throw new SettingsError("ROLE takes api or statistics only with DATABASE_URL");
  }
  // Clients send their token only to this server or the API, and their files only to the host of MEDIA_URL
  // (specification 15.3).
  const { cloudinary } = settings;
  const own = new Set(cloudinary ? [cloudinary.api] : [settings.publicUrl, originOf(settings.apiUrl, settings)]);
  for (const [name, { url }] of [
    ["SONG_UPLOAD_URL", settings.songUpload],
    ["IMAGE_UPLOAD_URL", settings.imageUpload],
  ] as const) {
    if (!own.has(originOf(url, settings))) {
      throw new SettingsError(
        cloudinary
          ? `${name} takes an address of the host of MEDIA_URL`
          : `${name} takes an address of this server or of the host of API_URL; MEDIA_URL names others`,
      );
    }
  }
}

/** Origin of a URL in the settings; a path belongs to this server. */
export const originOf = (url: string, settings: Pick<Settings, "publicUrl">) => new URL(url, settings.publicUrl).origin;

/** Whether the settings allow demo mode (specification 19.1). */
export const isDemoPossible = (settings: Settings) =>
  settings.demo !== "never" &&
  settings.databaseUrl === undefined &&
  settings.firebase === undefined &&
  settings.cloudinary === undefined &&
  isLoopback(settings.host) &&
  isLoopback(new URL(settings.publicUrl).hostname);
