import { CircleAlert, CircleCheck } from "lucide-react";
import type { Download } from "../../../contract/worker-messages.ts";
import { useDownloadHold, useDownloads, useOnline } from "../../app/use-live-table.ts";
import { texts } from "../../texts/texts.ts";
import { List } from "../../ui/List.tsx";
import { ListRow } from "../../ui/ListRow.tsx";
import { RowIcon } from "../../ui/RowIcon.tsx";
import { type DeviceState, deviceState, heldBy, problemOf } from "../songs/device-state.ts";
import type { MissingSong } from "./flight-check.ts";
import styles from "./Storage.module.css";

type Downloads = ReadonlyMap<string, Download> | undefined;

/** Further songs are shown as a number. */
const shownAtMost = 100;

/** What a check did not find on this device, each with what has become of it since (specification 17.14). */
export function MissingSongs({ songs }: { songs: readonly MissingSong[] }) {
  const downloads = useDownloads();
  const hold = useDownloadHold();
  const online = useOnline();
  return (
    <List label={texts.storage.notReadyList}>
      {songs.slice(0, shownAtMost).map((song) => {
        const isHere = isHereNow(song, downloads);
        const state = deviceState(downloads?.get(song.songId), hold);
        return (
          <ListRow
            key={song.songId}
            lead={<RowIcon>{isHere ? <CircleCheck /> : <CircleAlert />}</RowIcon>}
            title={<bdi>{song.title ?? texts.storage.unknownSong}</bdi>}
            sub={
              <span className={styles.wrapped}>{isHere ? texts.songs.onDevice : describe(song, state, online)}</span>
            }
          />
        );
      })}
      {songs.length > shownAtMost && <ListRow title={texts.storage.more(songs.length - shownAtMost)} />}
    </List>
  );
}

/** Whether a song came after the check: what arrives is checked as it does. */
export const isHereNow = ({ songId, reason }: MissingSong, downloads: Downloads): boolean =>
  reason !== "unchecked" && downloads?.get(songId)?.state === "ready";

function describe({ reason }: MissingSong, state: DeviceState, online: boolean): string {
  const { [reason]: found } = texts.storage.reasons;
  const outlook = outlookOf(state, online);
  if (reason !== "dropped" && reason !== "waiting") return outlook ?? found;
  return [found, outlook ?? problemOf(state)].filter(Boolean).join(" · ");
}

/** What a song that is to come waits for, or how far it is. */
function outlookOf(state: DeviceState, online: boolean): string | undefined {
  if (typeof state === "number") return online ? texts.songs.downloading(state) : texts.storage.offline;
  const hold = heldBy(state);
  if (hold !== undefined) return texts.storage.holds[hold];
  if (state !== "wanted") return undefined;
  return online ? texts.songs.comesSoon : texts.storage.offline;
}
