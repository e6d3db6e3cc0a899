import { Link, useParams } from "@tanstack/react-router";
import { ListMusic, Plus } from "lucide-react";
import { use, useEffect, useMemo } from "react";
import * as v from "valibot";
import { songsOfPlaylist } from "../../contract/list-names.ts";
import { Id } from "../../contract/common-schemas.ts";
import type { PlaylistSnapshot } from "../../contract/playlists.ts";
import { Genre } from "../../contract/rules/genres.ts";
import { useAccount, useApp } from "../app/app-context.ts";
import { useDocumentTitle } from "../app/document-title.ts";
import { useStoreMove } from "../features/lists/reorder.ts";
import { KeepPlaylist } from "../features/offline/KeepPlaylist.tsx";
import { AsOf } from "../features/offline/AsOf.tsx";
import { createdToast } from "../features/playlists/created-toast.ts";
import { PlaylistActions } from "../features/playlists/PlaylistActions.tsx";
import { PlaylistHeader } from "../features/playlists/PlaylistHeader.tsx";
import { usePlaylistSongIds } from "../features/playlists/playlist-songs.ts";
import type { OpenedPlaylist } from "../features/playlists/playlist-queries.ts";
import { PlaylistsFailed } from "../features/playlists/PlaylistsFailed.tsx";
import { useEditPlaylist } from "../features/playlists/use-edit-playlist.tsx";
import { type PlaylistState, usePlaylist } from "../features/playlists/use-playlists.ts";
import { useDialog } from "../features/playlists/use-dialog.ts";
import { useChangeSongs } from "../features/playlists/use-change-songs.ts";
import { useRetryPlaylists } from "../features/playlists/use-retry-playlists.ts";
import { type SongMenuActions, SongMenuActionsContext } from "../features/songs/song-menu-context.ts";
import { SongListing } from "../features/songs/SongListing.tsx";
import { PlayButtons } from "../features/songs/PlayButtons.tsx";
import { TopSongs } from "../features/songs/TopSongs.tsx";
import { useSongs } from "../features/songs/songs-by-id.ts";
import { listKey, playlistsKey } from "../sync/query-keys.ts";
import { texts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { buttonClass } from "../ui/button-class.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { TwoColumns } from "../ui/TwoColumns.tsx";
import { NothingHere } from "./NothingHere.tsx";
import { ScreenFrame } from "./MemberFrame.tsx";
import styles from "./playlist.module.css";
import { usePlayback } from "./use-list-playback.ts";
import { useWaiting } from "./use-waiting.ts";

/** One playlist (specification 3.11). */
export function Playlist() {
  const { id } = useParams({ from: "/member/playlist/$id" });
  // Remounts for another playlist, so that nothing of the previous one shows (specification 3.9.2).
  return v.is(Id, id) ? <PlaylistById key={id} id={id} /> : <NothingHere />;
}

function PlaylistById({ id }: { id: string }) {
  const state = usePlaylist(id);
  const [edit, form] = useEditPlaylist(state.is === "gone");
  useDocumentTitle(state.is === "shown" ? state.playlist.title : state.is);
  return (
    <>
      <Content {...{ id, state, edit }} />
      {form}
    </>
  );
}

type Editing = { edit: (playlist: PlaylistSnapshot) => void };

function Content({ id, state, edit }: Editing & { id: string; state: PlaylistState }) {
  const retry = useRetryPlaylists(id);
  switch (state.is) {
    case "loading":
      return <ScreenFrame path="/playlist" />;
    case "failed":
      return <PlaylistsFailed whole title={texts.playlists.loadOneFailed} onRetry={retry} />;
    case "refused":
      return <Refused />;
    case "gone":
      return state.wasShown ? <Gone /> : <NothingHere />;
    case "shown":
      return <Opened {...state} edit={edit} onRetry={retry} />;
  }
}

function Opened({ playlist, owner, edit, onRetry }: OpenedPlaylist & Editing & { onRetry: () => void }) {
  const { uid } = useAccount();
  const { toaster } = useApp();
  useEffect(() => toaster.dismiss(createdToast(playlist._id)), [toaster, playlist._id]);
  const isOwner = playlist.owner === uid;
  const { ids, heard, partial, failed } = usePlaylistSongIds(playlist._id);
  const storeMove = useStoreMove(songsOfPlaylist(playlist._id), heard, playlist.title);
  const listed = useSongs(playlist._id, ids);
  const adding = useDialog();
  const songActions = useSongActions(playlist, isOwner);
  const playback = usePlayback();
  const [, asideWaits] = useWaiting([ids !== undefined || failed, true]);
  const { genre } = playlist;
  const isEmpty = ids?.length === 0 && !partial;
  return (
    <>
      <PlaylistHeader
        {...{ playlist, owner }}
        ids={partial ? undefined : ids}
        songs={listed.songs}
        actions={
          <>
            {!isEmpty && <PlayButtons {...playback} listed={listed} />}
            {isEmpty && isOwner && (
              <Button variant="main" icon={<Plus />} onClick={adding.show}>
                {texts.playlists.addSong}
              </Button>
            )}
            <PlaylistActions {...{ playlist, adding, edit }}>
              {!isEmpty && <KeepPlaylist playlist={playlist} ids={partial ? undefined : ids} />}
            </PlaylistActions>
          </>
        }
      />
      <AsOf of={[[...playlistsKey(uid), "one", playlist._id], listKey(songsOfPlaylist(playlist._id), uid)]} />
      <TwoColumns waits={asideWaits} aside={v.is(Genre, genre) && <TopSongs genre={genre} {...playback} />}>
        <SongMenuActionsContext value={songActions}>
          <SongListing
            {...playback}
            label={texts.playlists.songs}
            count={ids?.length}
            {...{ listed, partial, failed, onRetry }}
            onMove={isOwner ? storeMove : undefined}
            empty={
              <EmptyState icon={<ListMusic />} title={texts.songs.noSongs}>
                {isOwner ? texts.playlists.noSongsHint : texts.playlists.noSongsYet}
              </EmptyState>
            }
          />
          {isOwner && ids !== undefined && ids.length > 0 && (
            <Button icon={<Plus />} className={styles.addSong} onClick={adding.show}>
              {texts.playlists.addSong}
            </Button>
          )}
        </SongMenuActionsContext>
      </TwoColumns>
    </>
  );
}

/** The owner takes songs out by their menus (specification 3.15.2). */
function useSongActions(playlist: PlaylistSnapshot, isOwner: boolean): SongMenuActions {
  const actions = use(SongMenuActionsContext);
  const { remove } = useChangeSongs();
  const { _id, title } = playlist;
  return useMemo(
    () => (isOwner ? { ...actions, removeFromPlaylist: (song) => remove({ _id, title }, song) } : actions),
    [actions, isOwner, remove, _id, title],
  );
}

const Refused = () => (
  <PageHeader
    title={texts.playlists.refused}
    actions={
      <Link to="/changes" className={buttonClass("main")}>
        {texts.playlists.toChanges}
      </Link>
    }
  >
    {texts.playlists.refusedHint}
  </PageHeader>
);

const Gone = () => (
  <PageHeader
    title={texts.playlists.gone}
    actions={
      <Link to="/playlists" className={buttonClass("main")}>
        {texts.playlists.toPublic}
      </Link>
    }
  >
    {texts.playlists.goneHint}
  </PageHeader>
);
