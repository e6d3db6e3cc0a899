import { Link, useSearch } from "@tanstack/react-router";
import { Music, Upload } from "lucide-react";
import { ListNote } from "../features/lists/SomeMissing.tsx";
import { useOwnSongs } from "../features/songs/own-songs.ts";
import { DropArea } from "../features/uploads/DropArea.tsx";
import { SendingList } from "../features/uploads/SendingList.tsx";
import { UploadDialog } from "../features/uploads/UploadDialog.tsx";
import { useHandedFiles } from "../features/uploads/use-handed-files.ts";
import { useUploads, useUploadsState } from "../features/uploads/use-uploads.ts";
import { ownSongs } from "../sync/query-keys.ts";
import { texts } from "../texts/texts.ts";
import { buttonClass } from "../ui/button-class.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { useEarlyPress } from "../app/early-press.ts";
import { useFollowSwap } from "../app/use-follow-swap.ts";
import { usePageUploads, useWaitingUploads } from "../app/use-live-table.ts";
import { OwnList } from "./OwnList.tsx";

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
  const songs = useOwnSongs();
  return (
    <OwnList
      list={ownSongs}
      songs={songs}
      order="own-songs"
      name={texts.frame.myMusic}
      title={texts.uploads.title}
      actions={
        // The main action as long as there is nothing to play.
        <Button
          variant={songs.ids?.length === 0 && !songs.partial ? "main" : "quiet"}
          icon={<Upload />}
          onClick={onUpload}
        >
          {texts.uploads.upload}
        </Button>
      }
      note={<NotUploaded />}
      empty={<NoSongs />}
    />
  );
}

/** Songs that are still on their way, or were refused, would seem lost. */
const useUnsent = () => (useWaitingUploads()?.length ?? 0) + usePageUploads().length;

const toChanges = (isSmall: boolean) => (
  <Link to="/changes" className={buttonClass("quiet", isSmall)}>
    {texts.playlists.toChanges}
  </Link>
);

/** Above the songs that are there. */
function NotUploaded() {
  const unsent = useUnsent();
  return unsent > 0 && <ListNote text={texts.uploads.notUploaded(unsent)}>{toChanges(true)}</ListNote>;
}

function NoSongs() {
  const unsent = useUnsent();
  return (
    <EmptyState icon={<Music />} title={texts.songs.noSongs} action={unsent > 0 && toChanges(false)}>
      {unsent > 0 ? texts.uploads.notUploaded(unsent) : texts.uploads.emptyHint}
    </EmptyState>
  );
}
