import { Link } from "@tanstack/react-router";
import { Music } from "lucide-react";
import { useOwnProfile } from "../features/auth/own-profile.ts";
import { useSongs } from "../features/songs/songs-by-id.ts";
import { useNewestSongs } from "../features/songs/newest-songs.ts";
import { SongListing } from "../features/songs/SongListing.tsx";
import { useRetry } from "../features/songs/use-retry.ts";
import { texts } from "../texts/en.ts";
import { buttonClass } from "../ui/button-class.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { usePlayback } from "./use-list-playback.ts";

const list = "newest";

/** Home (specification 3.5). */
export function HomePage() {
  const { ids, failed } = useNewestSongs();
  const listed = useSongs(list, ids);
  const retry = useRetry(list);
  return (
    <>
      <PageHeader title={texts.songs.newTitle} sub={texts.songs.newNote} />
      <SongListing
        {...usePlayback()}
        label={texts.songs.newTitle}
        count={ids?.length}
        listed={listed}
        partial={false}
        failed={failed}
        onRetry={retry}
        empty={<NothingShared />}
      />
    </>
  );
}

/** Only an artist's uploads can be public. */
function NothingShared() {
  const isListener = useOwnProfile()?.artist === false;
  return (
    <EmptyState
      icon={<Music />}
      title={texts.songs.noSongs}
      action={
        <Link to="/mysongs" className={buttonClass("main")}>
          {texts.songs.toMusic}
        </Link>
      }
    >
      {isListener ? texts.songs.noNewListenerHint : texts.songs.noNewHint}
    </EmptyState>
  );
}
