/** Fetches covers whole, and gives up a connection that brings nothing (specification 17.16). */
import { streamChunks } from "../src/lib/stream-chunks.ts";
import { fetchMedia, isImage } from "./media-requests.ts";
import { watchSilence } from "./watch-silence.ts";

export const isCover = (response: Response): boolean => response.status === 200 && isImage(response);

/**
 * Returns a cover once all of it has come, since nothing may wait for the network after that: neither a page nor the lock
 * under which it is stored. Anything else is returned as it came. Rejects when the network fails.
 */
export async function fetchCover(url: string, signal: AbortSignal): Promise<Response> {
  const silence = watchSilence(signal);
  try {
    const response = await fetchMedia(url, { signal: silence.signal });
    if (!isCover(response)) return response;
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    for await (const chunk of streamChunks(response.body)) {
      silence.restart();
      chunks.push(chunk);
    }
    const type = response.headers.get("content-type") ?? "";
    const body = new Blob(chunks, { type });
    return new Response(body, { headers: { "content-type": type, "content-length": String(body.size) } });
  } finally {
    silence.end();
  }
}
