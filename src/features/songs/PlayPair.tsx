import { Pause, Play, Shuffle } from "lucide-react";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import compact from "../../ui/compact-button.module.css";

type Props = {
  disabled?: boolean;
  /** None of its songs can play now: pressed, the player says so. */
  quiet?: boolean;
  /** The list is what plays: the button pauses it. The player has another one in the accent. */
  playing?: boolean;
  onPlay?: () => void;
  onShuffle?: () => void;
};

/** The two buttons that start a list; disabled until its songs are known. */
export const PlayPair = ({ disabled = false, quiet = false, playing = false, onPlay, onShuffle }: Props) => (
  <>
    <Button
      variant={quiet || playing ? "quiet" : "main"}
      icon={playing ? <Pause fill="currentColor" /> : <Play fill="currentColor" />}
      disabled={disabled}
      onClick={onPlay}
    >
      {playing ? texts.player.pause : texts.songs.playList}
    </Button>
    <Button className={compact.compact} icon={<Shuffle />} disabled={disabled} onClick={onShuffle}>
      {texts.songs.shuffleList}
    </Button>
  </>
);
