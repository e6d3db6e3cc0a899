/** Reads the change stream as a device does. */
import { changeStreamPath } from "../../contract/change-stream.ts";

export interface TestStream {
  status: number;
  headers: Headers;
  /** Resolves with the next event, or with undefined at the end of the stream. */
  next(): Promise<string | undefined>;
  close(): void;
}

/** @param origin of the server */
export async function openChangeStream(origin: string, token: string, page = "a-page"): Promise<TestStream> {
  const stopped = new AbortController();
  const response = await fetch(`${origin}/api${changeStreamPath}?page=${page}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stopped.signal,
  });
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  return {
    status: response.status,
    headers: response.headers,
    async next() {
      for (;;) {
        const [line, ...rest] = text.split("\n\n");
        if (line !== undefined && rest.length > 0) {
          text = rest.join("\n\n");
          if (line.startsWith(":")) continue;
          return line;
        }
        // Rejects once it is closed.
        const { done = true, value } = (await reader?.read().catch(() => undefined)) ?? {};
        if (done) return undefined;
        text += decoder.decode(value, { stream: true });
      }
    },
    close: () => stopped.abort(),
  };
}
