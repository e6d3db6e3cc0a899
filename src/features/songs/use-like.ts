import type { SongSnapshot } from "../../../contract/songs.ts";
import { texts } from "../../texts/en.ts";
import { useAccount, useApp } from "../../app/app-context.ts";
import { requestPersistence } from "./request-persistence.ts";
import { setLiked } from "./likes.ts";

/** Likes or unlikes a song; an unlike can be undone (specification 4.5, 4.7, 9.5). */
export function useLike(): (song: SongSnapshot, liked: boolean) => void {
  const app = useApp();
  const account = useAccount();

  async function like(song: SongSnapshot, liked: boolean): Promise<void> {
    try {
      await setLiked(account, song, liked);
    } catch (error) {
      console.error(error);
      app.toaster.failure(texts.songs.notKept);
      return;
    }
    const id = `like-${song._id}`;
    if (liked) {
      app.toaster.dismiss(id);
      requestPersistence(app, account, song._id);
    } else {
      const undo = { label: texts.songs.undo, onPress: () => void like(song, true) };
      app.toaster.show({ kind: "info", id, text: texts.songs.unliked(song.title), action: undo });
    }
  }
  return (song, liked) => void like(song, liked);
}
