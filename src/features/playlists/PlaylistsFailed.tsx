import { texts } from "../../texts/texts.ts";
import { LoadFailed } from "../lists/LoadFailed.tsx";

type Props = { title?: string; whole?: boolean; onRetry: () => void };

/** One playlist, or a list of them, could not be loaded. */
export const PlaylistsFailed = ({ title = texts.playlists.loadFailed, whole = false, onRetry }: Props) => (
  <LoadFailed {...{ title, whole, onRetry }} offline={texts.playlists.loadFailedOffline} />
);
