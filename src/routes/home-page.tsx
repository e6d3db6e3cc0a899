import { Link } from "@tanstack/react-router";
import { Music } from "lucide-react";
import { useMe } from "../features/auth/me.ts";
import { useSongs } from "../features/songs/bodies.ts";
import { useNewest } from "../features/songs/newest.ts";
import { SongListing } from "../features/songs/SongListing.tsx";
import { useRetry } from "../features/songs/use-retry.ts";
import { texts } from "../texts/en.ts";
import { buttonClass } from "../ui/button-class.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { usePlayback } from "./playback.ts";

const list = "newest";

/** Home (specification 3.5). */
export function HomePage() {
  const { ids, failed } = useNewest();
  const listed = useSongs(list, ids);
  const retry = useRetry(list);
  return (
    <>
      <PageHeader title={texts.songs.newTitle} sub={texts.songs.newNote} />
      <SongListing
        {...usePlayback()}
        label={texts.songs.newTitle}
        count={ids?.length}
        ids={ids}
        listed={listed}
        partial={false}
        failed={failed}
        onRetry={retry}
        empty={<NothingShared />}
      />
    </>
  );
}

/** Only what an artist uploads can be heard by others. */
function NothingShared() {
  const isListener = useMe()?.artist === false;
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
