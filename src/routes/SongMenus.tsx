import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import type { SongSnapshot } from "../../contract/songs.ts";
import { useApp } from "../app/app-context.ts";
import { lazyImport } from "../app/lazy-import.ts";
import { usePlayer } from "../features/player/use-player.ts";
import { useDialog } from "../features/playlists/use-dialog.ts";
import type { SongMenuActions } from "../features/songs/song-menu-context.ts";
import { SongMenuProvider } from "../features/songs/SongMenuProvider.tsx";
import { texts } from "../texts/texts.ts";
import { useCarriedState } from "../ui/carried-state.ts";
import { part } from "../ui/lazy-part.tsx";

const AddToPlaylistDialog = part(
  async () => (await lazyImport(() => import("../features/playlists/AddToPlaylistDialog.tsx"))).AddToPlaylistDialog,
);

const NewPlaylistDialog = part(
  async () => (await lazyImport(() => import("../features/playlists/NewPlaylistDialog.tsx"))).NewPlaylistDialog,
);

const carry = "playlist of songs";

/** Gives the menus of songs the entries of features that stand above songs. */
export function SongMenus({ children }: { children: ReactNode }) {
  const { toaster } = useApp();
  const navigate = useNavigate();
  const [adding, setAdding] = useCarriedState<{ song: SongSnapshot; open: boolean } | undefined>("add song", undefined);
  const creating = useDialog(carry);
  const { show } = creating;
  const [songs, setSongs] = useCarriedState<readonly SongSnapshot[]>(`${carry}: songs`, []);
  const player = usePlayer();
  const actions = useMemo(
    (): SongMenuActions => ({
      addToPlaylist: (song) => setAdding({ song, open: true }),
      playNext: (song) => player.playNext([song]),
      addToQueue: (song) => player.addToQueue([song]),
      goToArtist: ({ owner }) => void navigate({ to: "/playlist-user/$id", params: { id: owner } }),
      createPlaylist(chosen) {
        setSongs(chosen);
        show();
      },
    }),
    [player, show, navigate, setAdding, setSongs],
  );
  const close = () => setAdding((before) => before && { ...before, open: false });
  return (
    <SongMenuProvider actions={actions}>
      {children}
      {adding && (
        <AddToPlaylistDialog
          key={adding.song._id}
          {...adding}
          onClose={close}
          onFailed={() => {
            toaster.warning(texts.app.chunkFailed);
            close();
          }}
        />
      )}
      {creating.shown && <NewPlaylistDialog key={creating.turn} {...{ songs, carry }} {...creating.dialog} />}
    </SongMenuProvider>
  );
}
