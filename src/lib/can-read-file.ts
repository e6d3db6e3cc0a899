/**
 * Whether the bytes of a file that the user has chosen can still be read: not once it was moved or deleted, and in Chromium
 * and WebKit not once it was changed.
 */
export const isReadable = (file: Blob): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
