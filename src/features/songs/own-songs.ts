import { useIdList } from "../lists/id-list.ts";

/** The user's own songs in their order (specification 3.13). */
export const useOwnSongs = () => useIdList("own-songs");
