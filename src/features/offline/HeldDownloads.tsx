import { Link } from "@tanstack/react-router";
import { useDownloadHold, useDownloads } from "../../app/use-live-table.ts";
import { isWaiting } from "../../sync/download-settings.ts";
import { texts } from "../../texts/texts.ts";
import { buttonClass } from "../../ui/button-class.ts";

type Props = {
  /** The songs of a list that is wanted on this device; undefined while unknown. */
  ids: readonly string[] | undefined;
};

/** Why songs of a list do not come, with the way to what the user may decide of it (specification 17.12). */
export function HeldDownloads({ ids }: Props) {
  const hold = useDownloadHold();
  const downloads = useDownloads();
  if (hold === undefined) return null;
  const isHeld = ids?.some((id) => {
    const row = downloads?.get(id);
    return row !== undefined && isWaiting(row);
  });
  if (!isHeld) return null;
  return (
    <Link to="/storage" className={buttonClass("quiet", true)}>
      {texts.storage.holds[hold]}
    </Link>
  );
}
