import { texts } from "../../texts/texts.ts";
import { LoadFailed } from "../lists/LoadFailed.tsx";

type Props = { title?: string; onRetry: () => void };

/** One playlist, or a list of them, could not be loaded. */
export const PlaylistsFailed = ({ title = texts.playlists.loadFailed, onRetry }: Props) => (
  <LoadFailed {...{ title, onRetry }} offline={texts.playlists.loadFailedOffline} />
);
