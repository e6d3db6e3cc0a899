import { useIdList } from "../lists/id-list.ts";

/** The liked songs in the user's order (specification 4.8). */
export const useFavourites = () => useIdList("favourites");
