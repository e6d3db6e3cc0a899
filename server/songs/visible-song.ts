/** SQL: whether the reader, `$1`, may see the song `s` (specification 4.2). Its audio: `mayHear` in media/serve-asset.ts. */
export const visibleSong = "(not s.private or s.owner = $1)";
