import { ListPlus } from "lucide-react";
import { use } from "react";
import { useApp } from "../../app/app-context.ts";
import { texts } from "../../texts/texts.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { SongMenuActionsContext } from "../songs/song-menu-context.ts";
import { knownSong } from "./song-registry.ts";
import { usePlayerState } from "./use-player.ts";

/** Makes a playlist of the queue: each song once, in playing order. */
export function SaveQueue() {
  const app = useApp();
  const queue = usePlayerState((state) => state.queue);
  const { createPlaylist } = use(SongMenuActionsContext);
  if (createPlaylist === undefined || queue.length === 0) return null;
  const save = () => {
    const ids = new Set(queue.map(({ songId }) => songId));
    createPlaylist([...ids].flatMap((id) => knownSong(app, id) ?? []));
  };
  return <IconButton label={texts.player.saveQueue} icon={<ListPlus />} onClick={save} />;
}
