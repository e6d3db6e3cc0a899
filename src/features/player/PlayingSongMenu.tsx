import { use, useMemo } from "react";
import type { SongSnapshot } from "../../../contract/songs.ts";
import { type SongMenuActions, SongMenuActionsContext } from "../songs/song-menu-context.ts";
import { SongMenu } from "../songs/SongMenu.tsx";

type Props = {
  song: SongSnapshot;
  liked: boolean;
  /** Called before another screen opens, which the player would cover. */
  onLeave: () => void;
};

/** The menu of the song that plays, in the full player. */
export function PlayingSongMenu({ song, liked, onLeave }: Props) {
  const actions = use(SongMenuActionsContext);
  const here = useMemo((): SongMenuActions => {
    const { goToArtist } = actions;
    if (goToArtist === undefined) return actions;
    return {
      ...actions,
      goToArtist(of) {
        onLeave();
        goToArtist(of);
      },
    };
  }, [actions, onLeave]);
  return (
    <SongMenuActionsContext value={here}>
      <SongMenu song={song} liked={liked} />
    </SongMenuActionsContext>
  );
}
