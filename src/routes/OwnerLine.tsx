import { useSession } from "../features/auth/session.ts";
import { texts } from "../texts/texts.ts";

/** The owner of a list and its number of songs (specification 3.12, 3.13). */
export function OwnerLine({ ids }: { ids: readonly string[] | undefined }) {
  const session = useSession();
  return (
    <>
      {session && <bdi>{`${session.firstName} ${session.lastName}`}</bdi>}
      {/* No number while unknown: a loading list is not empty. */}
      {ids && " · "}
      {ids && <span className="tabular">{texts.songs.count(ids.length)}</span>}
    </>
  );
}
