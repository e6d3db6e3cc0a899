import { useMemo } from "react";
import { useDownloads, useOnline } from "../../app/use-live-table.ts";
import { texts } from "../../texts/texts.ts";

/** How many songs a list has; offline also how many of them are on this device (specification 17.12). */
export function SongCount({ ids }: { ids: readonly string[] }) {
  return useOnline() || ids.length === 0 ? texts.songs.count(ids.length) : <CountHere ids={ids} />;
}

function CountHere({ ids }: { ids: readonly string[] }) {
  const downloads = useDownloads();
  const here = useMemo(
    () => downloads && ids.filter((id) => downloads.get(id)?.state === "ready").length,
    [downloads, ids],
  );
  return here === undefined ? texts.songs.count(ids.length) : texts.storage.here(here, ids.length);
}
