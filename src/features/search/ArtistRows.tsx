import { Link } from "@tanstack/react-router";
import type { IndexedArtist } from "../../../contract/search.ts";
import { useHandOver } from "../../app/route-state.ts";
import { texts } from "../../texts/texts.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { ListRow } from "../../ui/ListRow.tsx";
import { ItemList } from "../lists/ItemList.tsx";
import { control } from "../lists/use-roving-focus.ts";
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
  const byId = new Map(artists.map((person) => [person.uid, person]));
  return (
    <ItemList label={texts.search.artists} ids={[...byId.keys()]}>
      {({ id, attributes, tabIndex }) => {
        const person = byId.get(id);
        if (person === undefined) return null;
        return (
          <ListRow
            {...attributes}
            action={
              <Link
                to="/playlist-user/$id"
                params={{ id }}
                state={handOver({ person })}
                aria-label={person.userName}
                tabIndex={tabIndex}
                {...control("open")}
                onClick={onOpen}
              />
            }
            lead={<Avatar src={coverUrl(person.profileImage)} name={person.userName} size={40} />}
            title={person.userName}
            sub={texts.people.artist}
          />
        );
      }}
    </ItemList>
  );
}
