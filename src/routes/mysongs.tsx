import { useQueryClient } from "@tanstack/react-query";
import { Music, Upload } from "lucide-react";
import { useAccount, useApp } from "../features/auth/app.ts";
import { useSession } from "../features/auth/session.ts";
import { useSongs } from "../features/songs/bodies.ts";
import { useOwnSongs } from "../features/songs/own-songs.ts";
import { SongListing } from "../features/songs/SongListing.tsx";
import { DropArea } from "../features/uploads/DropArea.tsx";
import { SendingList } from "../features/uploads/SendingList.tsx";
import { UploadDialog } from "../features/uploads/UploadDialog.tsx";
import { useUploads, useUploadsState } from "../features/uploads/use-uploads.ts";
import { texts } from "../texts/en.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { usePlayback } from "./playback.ts";

/** Names the stored answers of this list. */
const list = "own";

/** The user's own songs, and the way to add some (specification 3.13). */
export function MySongs() {
  const uploads = useUploads();
  const { sending } = useUploadsState();
  return (
    <>
      {sending === undefined ? (
        <OwnSongs onUpload={uploads.open} />
      ) : (
        <SendingList rows={sending} />
      )}
      {sending === undefined && <DropArea onFiles={uploads.addFiles} />}
      <UploadDialog />
    </>
  );
}

function OwnSongs({ onUpload }: { onUpload: () => void }) {
  const session = useSession();
  const { online } = useApp();
  const { uid } = useAccount();
  const client = useQueryClient();
  const own = useOwnSongs();
  const listed = useSongs(list, own.ids);
  const retry = () => {
    online.check();
    own.retry();
    void client.refetchQueries({ queryKey: ["songs", uid, list] });
  };
  const upload = (
    <Button variant="main" icon={<Upload />} onClick={onUpload}>
      {texts.uploads.upload}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={texts.uploads.title}
        sub={
          <>
            {session && `${session.firstName} ${session.lastName}`}
            {/* No number that nobody knows: what is loading is not none. */}
            {own.ids && " · "}
            {own.ids && <span className="tabular">{texts.songs.count(own.ids.length)}</span>}
          </>
        }
        actions={upload}
      />
      <SongListing
        {...usePlayback()}
        label={texts.uploads.title}
        count={own.ids?.length}
        listed={listed}
        failed={own.failed}
        onRetry={retry}
        empty={
          <EmptyState icon={<Music />} title={texts.songs.noSongs}>
            {texts.uploads.emptyHint}
          </EmptyState>
        }
      />
    </>
  );
}
