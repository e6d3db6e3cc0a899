import { Play, Shuffle } from "lucide-react";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import compact from "../../ui/compact-button.module.css";

type Props = {
  disabled?: boolean;
  /** None of its songs can play now: pressed, the player says so. */
  quiet?: boolean;
  onPlay?: () => void;
  onShuffle?: () => void;
};

/** The two buttons that start a list; disabled until its songs are known. */
export const PlayPair = ({ disabled = false, quiet = false, onPlay, onShuffle }: Props) => (
  <>
    <Button variant={quiet ? "quiet" : "main"} icon={<Play fill="currentColor" />} disabled={disabled} onClick={onPlay}>
      {texts.songs.playList}
    </Button>
    <Button className={compact.compact} icon={<Shuffle />} disabled={disabled} onClick={onShuffle}>
      {texts.songs.shuffleList}
    </Button>
  </>
);
