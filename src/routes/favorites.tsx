import { Link } from "@tanstack/react-router";
import { Heart } from "lucide-react";
import { useAccount } from "../app/app-context.ts";
import { HeldDownloads } from "../features/offline/HeldDownloads.tsx";
import { useFavourites } from "../features/songs/likes.ts";
import { favouriteSongs } from "../sync/query-keys.ts";
import { texts } from "../texts/texts.ts";
import { buttonClass } from "../ui/button-class.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { OwnList } from "./OwnList.tsx";

/** The liked songs in the user's order (specification 3.12). */
export function Favorites() {
  const { isVolatile } = useAccount().db;
  const songs = useFavourites();
  return (
    <OwnList
      list={favouriteSongs}
      songs={songs}
      order="favourites"
      name={texts.frame.favourites}
      title={texts.songs.favouritesTitle}
      actions={<HeldDownloads ids={songs.ids} />}
      empty={
        <EmptyState
          icon={<Heart />}
          title={texts.songs.noFavourites}
          action={
            <Link to="/home-page" className={buttonClass("main")}>
              {texts.songs.toHome}
            </Link>
          }
        >
          <p>{texts.songs.noSongs}</p>
          <p>{isVolatile ? texts.songs.noFavouritesHintVolatile : texts.songs.noFavouritesHint}</p>
        </EmptyState>
      }
    />
  );
}
