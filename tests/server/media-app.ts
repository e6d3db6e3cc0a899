/** Uploads to the real application, as a form that a browser sends. */
import { randomBytes } from "node:crypto";
import { createTestServer, type TestReply, type TestServer, type TestUser } from "../support/server.ts";

export interface Form {
  file?: { name: string; bytes: Buffer } | undefined;
  /** Other fields; those of a page when left out. */
  fields?: Record<string, string>;
  /** Whether the file comes before the other fields. */
  fileFirst?: boolean;
  headers?: Record<string, string>;
}

export interface MediaApp extends TestServer {
  upload(user: TestUser | string | null, kind: "image" | "video", form: Form, cloud?: string): Promise<TestReply>;
}

export async function startMedia(env: Record<string, string> = {}): Promise<MediaApp> {
  const server = await createTestServer({ env });
  return {
    ...server,
    async upload(user, kind, form, cloud = "offbeat") {
      const { type, body } = encodeForm(kind, form);
      const token = typeof user === "string" ? user : user?.token;
      const reply = await server.app.inject({
        method: "POST",
        url: `/media/v1_1/${cloud}/${kind}/upload`,
        payload: body,
        headers: {
          ...form.headers,
          "content-type": type,
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
      });
      return {
        status: reply.statusCode,
        headers: reply.headers,
        text: reply.payload,
        body: reply.json(),
      };
    },
  };
}

export const pageFields = (kind: "image" | "video") => ({
  upload_preset: "offbeat",
  resource_type: kind,
  cloud_name: "offbeat",
});

/** The multipart body by hand: names go over the wire exactly as given. */
export function encodeForm(kind: "image" | "video", { file, fields = pageFields(kind), fileFirst = false }: Form) {
  const boundary = `----${randomBytes(12).toString("hex")}`;
  const parts = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  );
  if (file) {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${file.name}"\r\nContent-Type: audio/mpeg\r\n\r\n`;
    const part = Buffer.concat([Buffer.from(head), file.bytes, Buffer.from("\r\n")]);
    if (fileFirst) parts.unshift(part);
    else parts.push(part);
  }
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  };
}
