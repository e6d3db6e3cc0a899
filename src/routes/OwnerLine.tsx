import { useSession } from "../features/auth/session.ts";
import { SongCount } from "../features/songs/SongCount.tsx";
import { NamedCount } from "../ui/NamedCount.tsx";

/** The owner of a list and its number of songs (specification 3.12, 3.13). No number while unknown: a loading list is not empty. */
export function OwnerLine({ ids }: { ids: readonly string[] | undefined }) {
  const session = useSession();
  return (
    <NamedCount
      name={session && <bdi>{`${session.firstName} ${session.lastName}`}</bdi>}
      count={ids && <SongCount ids={ids} />}
    />
  );
}
