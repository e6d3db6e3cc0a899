import { useSession } from "../features/auth/session.ts";
import { texts } from "../texts/en.ts";

/** Whose list it is, and how many songs it has (specification 3.12, 3.13). */
export function OwnerLine({ ids }: { ids: readonly string[] | undefined }) {
  const session = useSession();
  return (
    <>
      {session && `${session.firstName} ${session.lastName}`}
      {/* No number that nobody knows: what is loading is not none. */}
      {ids && " · "}
      {ids && <span className="tabular">{texts.songs.count(ids.length)}</span>}
    </>
  );
}
