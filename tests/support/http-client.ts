/** Calls over real HTTP to a server that may end at any moment. */
import type { Method } from "../../contract/endpoint.ts";
import type { Person } from "./server-library.ts";

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  /** Parsed where it is JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers freely and compare them whole
  body: any;
}

export interface Ask {
  body?: unknown;
  /** Idempotency-Key. */
  key?: string | undefined;
  headers?: Record<string, string>;
}

/** Rejects when the connection ends without an answer. */
export async function ask(
  origin: string,
  method: Method,
  path: string,
  person: Person | null,
  { body, key, headers = {} }: Ask = {},
): Promise<Reply> {
  const form = body instanceof FormData;
  const reply = await fetch(origin + path, {
    method,
    headers: {
      ...(person ? { authorization: `Bearer ${person.token}` } : {}),
      ...(key === undefined ? {} : { "idempotency-key": key }),
      ...(body === undefined || form ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
  });
  const text = await reply.text();
  const isJson = /json/.test(reply.headers.get("content-type") ?? "");
  return {
    status: reply.status,
    headers: reply.headers,
    text,
    body: isJson && text !== "" ? JSON.parse(text) : undefined,
  };
}

/** The form of an upload, as the page sends it. */
export function uploadForm(kind: "image" | "video", bytes: Buffer): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({
    upload_preset: "offbeat",
    resource_type: kind,
    cloud_name: "offbeat",
  }))
    form.append(name, value);
  form.append("file", new Blob([new Uint8Array(bytes)]), kind === "video" ? "song.mp3" : "a.png");
  return form;
}

export const audioForm = (bytes: Buffer): FormData => uploadForm("video", bytes);

export const uploadPathOf = (kind: "image" | "video") => `/media/v1_1/offbeat/${kind}/upload`;
export const uploadPath = uploadPathOf("video");

/** Uploads and publishes a song; answers it. */
export async function publish(origin: string, person: Person, bytes: Buffer) {
  const upload = await ask(origin, "POST", uploadPath, person, { body: audioForm(bytes) });
  const song = { title: "Slow Tide", artist: "Ada", genre: "Ska", private: false };
  const reply = await ask(origin, "POST", "/api/songs", person, {
    body: { song, metadata: upload.body, image: null },
  });
  if (reply.status !== 201) throw new Error(`POST /songs: ${reply.status} ${reply.text}`);
  const made: { _id: string; url: string } = reply.body.data;
  return made;
}
