import { Link } from "@tanstack/react-router";
import { ListMusic } from "lucide-react";
import { useOnline } from "../app/use-live-table.ts";
import { useAccount } from "../app/app-context.ts";
import { ShowMore } from "../features/lists/ShowMore.tsx";
import { AsOf } from "../features/offline/AsOf.tsx";
import { useKnownPlaylists } from "../features/playlists/known-playlists.ts";
import { PlaylistGrid } from "../features/playlists/PlaylistGrid.tsx";
import { usePublicPlaylists } from "../features/playlists/use-playlists.ts";
import { useRetryPlaylists } from "../features/playlists/use-retry-playlists.ts";
import { playlistsKey } from "../sync/query-keys.ts";
import { texts } from "../texts/texts.ts";
import { buttonClass } from "../ui/button-class.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { StatusLine } from "../ui/StatusLine.tsx";
import { PublicPlaylistsHead } from "./PlaylistHeads.tsx";
import styles from "./playlists.module.css";

/** Everyone's public playlists (specification 3.9). */
export function Playlists() {
  const { playlists, failed, hasFailed, more, isMissingMore, isLoadingMore, showMore } = usePublicPlaylists();
  const known = useKnownPlaylists(playlists === undefined && hasFailed);
  const isKnown = known.length > 0;
  const online = useOnline();
  const retry = useRetryPlaylists();
  return (
    <>
      <PublicPlaylistsHead />
      <AsOf of={[[...playlistsKey(useAccount().uid), "public"]]} />
      <StatusLine>{isKnown && !online && texts.playlists.fromDevice}</StatusLine>
      <PlaylistGrid
        label={texts.playlists.publicTitle}
        playlists={isKnown ? known : playlists}
        failed={failed}
        missing={(isKnown && online) || isMissingMore}
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
