import { texts } from "../../texts/en.ts";
import { formatTime } from "../../../contract/rules/time-format.ts";
import { Cover } from "../../ui/Cover.tsx";
import { List } from "../../ui/List.tsx";
import { ListRow } from "../../ui/ListRow.tsx";
import { Section } from "../../ui/Section.tsx";
import { useCoverUrl } from "../songs/cover-url.ts";
import styles from "./UpNext.module.css";
import { usePlayer, usePlayerState, useSkipped } from "./use-player.ts";

/** Most rows: nobody scrolls through thousands in a sheet. */
const shown = 60;

/** The queue after the current song, wrapping at the end. A tap plays. */
export function UpNext() {
  const player = usePlayer();
  const { queue, index } = usePlayerState();
  const skipped = useSkipped();
  const coverAddress = useCoverUrl();
  const others = Math.max(0, queue.length - 1);
  const count = Math.min(others, shown);
  const places = Array.from({ length: count }, (_, offset) => (index + 1 + offset) % queue.length);
  const left = others - count;
  if (count === 0) return null;
  return (
    <Section title={texts.player.upNext}>
      <List label={texts.player.upNext}>
        {places.map((place) => {
          const track = queue[place];
          if (track === undefined) return null;
          return (
            <ListRow
              key={place}
              dimmed={skipped.has(track.songId)}
              lead={<Cover src={coverAddress(track.songImage)} seed={track.songId} size={40} />}
              title={track.title}
              sub={skipped.get(track.songId) ?? track.artist}
              action={
                <button type="button" onClick={() => player.engine()?.jumpTo(place)}>
                  {texts.player.playSong(track.title)}
                </button>
              }
              time={formatTime(track.duration)}
            />
          );
        })}
      </List>
      {left > 0 && <p className={styles.more}>{texts.player.moreSongs(left)}</p>}
    </Section>
  );
}
