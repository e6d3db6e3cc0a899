import { Link } from "@tanstack/react-router";
import { ListMusic } from "lucide-react";
import { useAccount } from "../app/app-context.ts";
import { ShowMore } from "../features/lists/ShowMore.tsx";
import { AsOf } from "../features/offline/AsOf.tsx";
import { PlaylistGrid } from "../features/playlists/PlaylistGrid.tsx";
import { usePublicPlaylists } from "../features/playlists/use-playlists.ts";
import { useRetryPlaylists } from "../features/playlists/use-retry-playlists.ts";
import { playlistsKey } from "../sync/query-keys.ts";
import { texts } from "../texts/texts.ts";
import { buttonClass } from "../ui/button-class.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { PublicPlaylistsHead } from "./PlaylistHeads.tsx";
import styles from "./playlists.module.css";

/** Everyone's public playlists (specification 3.9). */
export function Playlists() {
  const { playlists, failed, more, isLoadingMore, showMore } = usePublicPlaylists();
  const retry = useRetryPlaylists();
  return (
    <>
      <PublicPlaylistsHead />
      <AsOf of={[[...playlistsKey(useAccount().uid), "public"]]} />
      <PlaylistGrid
        label={texts.playlists.publicTitle}
        playlists={playlists}
        failed={failed}
        onRetry={retry}
        empty={
          <EmptyState
            icon={<ListMusic />}
            title={texts.playlists.noPublic}
            action={
              <Link to="/my-playlists" className={buttonClass("main")}>
                {texts.playlists.toOwn}
              </Link>
            }
          >
            {texts.playlists.noPublicHint}
          </EmptyState>
        }
      />
      <ShowMore
        more={more}
        shown={playlists?.length ?? 0}
        busy={isLoadingMore}
        className={styles.more}
        onPress={showMore}
      />
    </>
  );
}
