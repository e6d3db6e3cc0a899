import { useSearch } from "@tanstack/react-router";
import { Music, Upload } from "lucide-react";
import { useStoreMove } from "../features/lists/reorder.ts";
import { useSongs } from "../features/songs/songs-by-id.ts";
import { useOwnSongs } from "../features/songs/own-songs.ts";
import { ListCover } from "../features/songs/ListCover.tsx";
import { PlayButtons } from "../features/songs/PlayButtons.tsx";
import { SongListing } from "../features/songs/SongListing.tsx";
import { shownGenre, TopSongs } from "../features/songs/TopSongs.tsx";
import { tintOfList } from "../features/songs/tint-of-list.ts";
import { useRetry } from "../features/songs/use-retry.ts";
import { DropArea } from "../features/uploads/DropArea.tsx";
import { SendingList } from "../features/uploads/SendingList.tsx";
import { UploadDialog } from "../features/uploads/UploadDialog.tsx";
import { useHandedFiles } from "../features/uploads/use-handed-files.ts";
import { useUploads, useUploadsState } from "../features/uploads/use-uploads.ts";
import { texts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { useEarlyPress } from "../app/early-press.ts";
import { useFollowSwap } from "../app/use-follow-swap.ts";
import { TwoColumns } from "../ui/TwoColumns.tsx";
import { OwnerLine } from "./OwnerLine.tsx";
import { usePlayback } from "./use-list-playback.ts";

const list = "own";

/** The user's own songs, and the upload (specification 3.13). */
export function MySongs() {
  const uploads = useUploads();
  const { sending, open } = useUploadsState();
  const openDialog = () => uploads.dispatch({ type: "opened" });
  useFollowSwap(sending !== undefined);
  useEarlyPress("upload", openDialog);
  useHandedFiles(uploads, useSearch({ from: "/member/mysongs" }).lost === 1);
  return (
    <>
      {sending === undefined ? <OwnSongs onUpload={openDialog} /> : <SendingList rows={sending} />}
      <DropArea inDialog={open} onFiles={uploads.chooseFiles} />
      <UploadDialog />
    </>
  );
}

function OwnSongs({ onUpload }: { onUpload: () => void }) {
  const { ids, heard, partial, failed } = useOwnSongs();
  const listed = useSongs(list, ids);
  const retry = useRetry(list);
  const storeMove = useStoreMove("own-songs", heard);
  const upload = (
    // The main action as long as there is nothing to play.
    <Button variant={ids?.length === 0 && !partial ? "main" : "quiet"} icon={<Upload />} onClick={onUpload}>
      {texts.uploads.upload}
    </Button>
  );
  const playback = usePlayback();
  return (
    <>
      <PageHeader
        tint={tintOfList({ songs: listed.songs, seed: list })}
        cover={<ListCover songs={listed.songs} seed={list} title={texts.frame.myMusic} />}
        title={texts.uploads.title}
        sub={<OwnerLine ids={partial ? undefined : ids} />}
        actions={
          <>
            <PlayButtons listed={listed} onPlay={playback.onPlay} />
            {upload}
          </>
        }
      />
      <TwoColumns aside={<TopSongs genre={shownGenre} {...playback} />}>
        <SongListing
          {...playback}
          label={texts.uploads.title}
          count={ids?.length}
          listed={listed}
          partial={partial}
          failed={failed}
          onRetry={retry}
          onMove={storeMove}
          empty={
            <EmptyState icon={<Music />} title={texts.songs.noSongs}>
              {texts.uploads.emptyHint}
            </EmptyState>
          }
        />
      </TwoColumns>
    </>
  );
}
