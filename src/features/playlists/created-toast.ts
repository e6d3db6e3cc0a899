/** The id of the toast that leads into a new playlist; its screen takes it away. */
export const createdToast = (playlistId: string) => `created-${playlistId}`;
