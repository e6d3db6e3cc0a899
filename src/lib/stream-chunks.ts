/** Iterates a stream in every engine: WebKit's streams have no async iterator of their own. */

/**
 * Yields what the stream holds, chunk by chunk; cancels it when the caller stops early.
 * @param stream null: nothing, as the body of an empty response
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
    // Does nothing at the end of the stream; fails with its error where it failed.
    const cancelled = reader.cancel();
    reader.releaseLock();
    await cancelled;
  }
}
