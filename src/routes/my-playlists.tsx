import { Heart, ListMusic } from "lucide-react";
import { useAccount } from "../app/app-context.ts";
import { useEarlyPress } from "../app/early-press.ts";
import { lazyImport } from "../app/lazy-import.ts";
import { AsOf } from "../features/offline/AsOf.tsx";
import { type ListedPlaylists, useFollowedPlaylists } from "../features/playlists/playlist-lists.ts";
import { OwnPlaylists } from "../features/playlists/OwnPlaylists.tsx";
import { PlaylistGrid } from "../features/playlists/PlaylistGrid.tsx";
import { useDialog } from "../features/playlists/use-dialog.ts";
import { useRetryPlaylists } from "../features/playlists/use-retry-playlists.ts";
import { listKey, playlistsKey } from "../sync/query-keys.ts";
import { texts } from "../texts/texts.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { part } from "../ui/lazy-part.tsx";
import { Section } from "../ui/Section.tsx";
import { MyPlaylistsHead, newPlaylist } from "./PlaylistHeads.tsx";

const NewPlaylistDialog = part(
  async () => (await lazyImport(() => import("../features/playlists/NewPlaylistDialog.tsx"))).NewPlaylistDialog,
);

/** The name of the form of a new one. */
const carry = "new playlist";

/** The user's own playlists, then the followed ones (specification 3.10). */
export function MyPlaylists() {
  const { uid } = useAccount();
  const retry = useRetryPlaylists();
  const creating = useDialog(carry);
  useEarlyPress(newPlaylist, creating.show);
  const followed = useFollowedPlaylists();
  return (
    <>
      <MyPlaylistsHead onCreate={creating.show} />
      <AsOf of={[playlistsKey(uid), listKey("own-playlists", uid), listKey("followed-playlists", uid)]} />
      <Section title={texts.playlists.own}>
        <OwnPlaylists
          onRetry={retry}
          empty={
            <EmptyState small icon={<ListMusic />} title={texts.playlists.noOwn}>
              {texts.playlists.noOwnHint}
            </EmptyState>
          }
        />
      </Section>
      <Section title={texts.playlists.followed}>
        <PlaylistGrid
          label={texts.playlists.followed}
          {...shown(followed)}
          onRetry={retry}
          empty={
            <EmptyState small icon={<Heart />} title={texts.playlists.noFollowed}>
              {texts.playlists.noFollowedHint}
            </EmptyState>
          }
        />
      </Section>
      {creating.shown && <NewPlaylistDialog key={creating.turn} carry={carry} {...creating.dialog} />}
    </>
  );
}

/** Undefined while the list is unknown. */
function shown({ ids, playlists, partial, incomplete, failed }: ListedPlaylists) {
  const known = ids?.flatMap((id) => playlists.get(id) ?? []);
  return {
    playlists: known?.length === 0 && incomplete ? undefined : known,
    failed,
    missing: failed && (partial || incomplete),
  };
}
