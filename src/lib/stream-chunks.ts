/** Iterates a stream in every engine: WebKit's streams have no async iterator. */

/**
 * Yields the stream's chunks; cancels the stream when the caller stops early.
 * @param stream null yields nothing, like the body of an empty response
 */
export async function* streamChunks<T>(stream: ReadableStream<T> | null): AsyncGenerator<T, void> {
  if (stream === null) return;
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // No-op at the end of the stream; rejects with the stream's error after a failure.
    const cancelled = reader.cancel();
    reader.releaseLock();
    await cancelled;
  }
}
