import type { ReactNode } from "react";
import type { PlaylistSnapshot } from "../../../contract/playlists.ts";
import { CardGrid } from "../../ui/CardGrid.tsx";
import { CardSkeletons } from "../../ui/CardSkeletons.tsx";
import { PlaylistCard } from "./PlaylistCard.tsx";
import { PlaylistsFailed } from "./PlaylistsFailed.tsx";

type Props = {
  label: string;
  /** Undefined while unknown. */
  playlists: readonly PlaylistSnapshot[] | undefined;
  failed: boolean;
  onRetry: () => void;
  /** Shown when there are none. */
  empty: ReactNode;
  /** One row that scrolls sideways. */
  strip?: boolean;
};

/** Playlists as cards, in all states: loading, loaded, empty, failed (specification 20.17, 9.14). */
export function PlaylistGrid({ label, playlists, failed, onRetry, empty, strip = false }: Props) {
  if (playlists === undefined) return failed ? <PlaylistsFailed onRetry={onRetry} /> : <CardSkeletons strip={strip} />;
  if (playlists.length === 0) return empty;
  return (
    <CardGrid label={label} strip={strip}>
      {playlists.map((playlist) => (
        <PlaylistCard key={playlist._id} playlist={playlist} />
      ))}
    </CardGrid>
  );
}
