import { Link } from "@tanstack/react-router";
import type { IndexedArtist } from "../../../contract/search.ts";
import { useHandOver } from "../../app/route-state.ts";
import { texts } from "../../texts/texts.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { List } from "../../ui/List.tsx";
import { ListRow } from "../../ui/ListRow.tsx";
import { useCoverUrl } from "../songs/cover-url.ts";

type Props = {
  artists: readonly IndexedArtist[];
  /** Called when one is opened. */
  onOpen?: () => void;
};

/** Artists as rows that lead to their cards. */
export function ArtistRows({ artists, onOpen }: Props) {
  const coverUrl = useCoverUrl();
  const handOver = useHandOver();
  return (
    <List label={texts.search.artists}>
      {artists.map((person) => (
        <ListRow
          key={person.uid}
          action={
            <Link
              to="/playlist-user/$id"
              params={{ id: person.uid }}
              state={handOver({ person })}
              aria-label={person.userName}
              onClick={onOpen}
            />
          }
          lead={<Avatar src={coverUrl(person.profileImage)} name={person.userName} size={40} />}
          title={person.userName}
          sub={texts.people.artist}
        />
      ))}
    </List>
  );
}
