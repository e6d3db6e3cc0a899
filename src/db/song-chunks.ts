/**
 * The songs of the stored queue, in chunks: a change of a few songs writes few rows, and no row is so large that to copy it
 * would hold up the page.
 */

const perChunk = 100;

interface SongChunk<Song> {
  chunk: number;
  songs: readonly Song[];
}

/** @param songs by number */
export function chunksOf<Song>(songs: readonly Song[]): SongChunk<Song>[] {
  const count = Math.ceil(songs.length / perChunk);
  return Array.from({ length: count }, (_, chunk) => chunkAt(songs, chunk));
}

export const chunkAt = <Song>(songs: readonly Song[], chunk: number): SongChunk<Song> => ({
  chunk,
  songs: songs.slice(chunk * perChunk, (chunk + 1) * perChunk),
});

/** The chunk of the song of this number. */
export const chunkOf = (number: number): number => Math.floor(number / perChunk);

/** The number of the first song of a chunk. */
export const firstIn = (chunk: number): number => chunk * perChunk;
