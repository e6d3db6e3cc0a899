/** SQL: whether the reader, `$1`, may see the playlist `p` (specification 5.3). */
export const visiblePlaylist = "(not p.private or p.owner = $1)";
