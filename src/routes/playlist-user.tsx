import { Link, useParams } from "@tanstack/react-router";
import { ListMusic, Music } from "lucide-react";
import { type ComponentProps, use, useMemo } from "react";
import { useAccount } from "../app/app-context.ts";
import { useDocumentTitle } from "../app/document-title.ts";
import { useHanded } from "../app/route-state.ts";
import { AsOf } from "../features/offline/AsOf.tsx";
import {
  cardKeys,
  songsOf,
  usePerson,
  usePlaylistsOf,
  useRetryPerson,
  useSongIdsOf,
} from "../features/people/person.ts";
import { LoadFailed } from "../features/lists/LoadFailed.tsx";
import { PersonHeader } from "../features/people/PersonHeader.tsx";
import { PlaylistGrid } from "../features/playlists/PlaylistGrid.tsx";
import { useOwnSongs } from "../features/songs/own-songs.ts";
import { PlayButtons } from "../features/songs/PlayButtons.tsx";
import { type SongMenuActions, SongMenuActionsContext } from "../features/songs/song-menu-context.ts";
import { SongCount } from "../features/songs/SongCount.tsx";
import { SongListing } from "../features/songs/SongListing.tsx";
import { useSongs } from "../features/songs/songs-by-id.ts";
import { ownSongs } from "../sync/query-keys.ts";
import { texts } from "../texts/texts.ts";
import { buttonClass } from "../ui/button-class.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { Section } from "../ui/Section.tsx";
import { NothingHere } from "./NothingHere.tsx";
import { usePlayback } from "./use-list-playback.ts";

/** A user's card, one's own or another's (specification 3.14). */
export function PlaylistUser() {
  const { id } = useParams({ from: "/member/playlist-user/$id" });
  // Remounts for another user, so that nothing of the previous one shows.
  return <PersonCard key={id} id={id} />;
}

function PersonCard({ id }: { id: string }) {
  const { uid } = useAccount();
  const handed = useHanded().person;
  const { person, unknown, failed } = usePerson(id);
  const retry = useRetryPerson(id);
  const shown = person ?? (handed?.uid === id ? handed : undefined);
  const name = shown?.userName;
  const isMissing = name === undefined && failed;
  useDocumentTitle(unknown ? texts.app.notFound : isMissing ? texts.people.loadFailed : name);
  if (unknown) return <NothingHere />;
  if (isMissing) {
    return (
      <LoadFailed whole title={texts.people.loadFailed} offline={texts.people.loadFailedOffline} onRetry={retry} />
    );
  }
  const props = { id, shown, person, name, onRetry: retry };
  return id === uid ? <OwnCard {...props} /> : <OthersCard {...props} />;
}

type CardProps = Pick<ComponentProps<typeof PersonHeader>, "id" | "shown" | "person"> & {
  name: string | undefined;
  onRetry: () => void;
};

function OwnCard(props: CardProps) {
  const { ids, partial, failed } = useOwnSongs();
  return <Card {...props} list={ownSongs} {...{ ids, partial, failed }} hint={texts.uploads.emptyHint} />;
}

function OthersCard(props: CardProps) {
  const { ids, failed } = useSongIdsOf(props.id);
  const hint = texts.people.noSongsHint(nameOr(props.name));
  return <Card {...props} list={songsOf(props.id)} partial={false} {...{ ids, failed, hint }} />;
}

type SongsProps = {
  /** Names the list in query keys. */
  list: string;
  ids: string[] | undefined;
  partial: boolean;
  failed: boolean;
  hint: string;
};

function omitArtist(actions: SongMenuActions): SongMenuActions {
  const others = { ...actions };
  delete others.goToArtist;
  return others;
}

function Card({ id, shown, person, name, onRetry, list, ids, partial, failed, hint }: CardProps & SongsProps) {
  const listed = useSongs(list, ids);
  const playback = usePlayback();
  const { uid } = useAccount();
  const isEmpty = ids?.length === 0 && !partial;
  // The way leads here.
  const elsewhere = use(SongMenuActionsContext);
  const actions = useMemo(() => omitArtist(elsewhere), [elsewhere]);
  return (
    <>
      <PersonHeader
        {...{ id, shown, person }}
        play={!isEmpty && <PlayButtons {...playback} listed={listed} />}
        ownAction={
          <Link to="/profile" className={buttonClass()}>
            {texts.people.editProfile}
          </Link>
        }
      />
      <AsOf of={cardKeys(uid, id)}>{!isEmpty && !partial && ids && <SongCount ids={ids} />}</AsOf>
      <Section title={texts.people.playlists}>
        <PlaylistsOf id={id} name={name} onRetry={onRetry} />
      </Section>
      <Section title={texts.people.songs}>
        <SongMenuActionsContext value={actions}>
          <SongListing
            {...playback}
            {...{ listed, partial, failed, onRetry }}
            label={texts.people.songs}
            count={ids?.length}
            empty={
              <EmptyState small icon={<Music />} title={texts.songs.noSongs}>
                {hint}
              </EmptyState>
            }
          />
        </SongMenuActionsContext>
      </Section>
    </>
  );
}

const nameOr = (name: string | undefined) => name ?? texts.people.thisPerson;

function PlaylistsOf({ id, name, onRetry }: Pick<CardProps, "id" | "name" | "onRetry">) {
  const { playlists, failed } = usePlaylistsOf(id);
  return (
    <PlaylistGrid
      strip
      label={texts.people.playlists}
      {...{ playlists, failed, onRetry }}
      empty={
        <EmptyState small icon={<ListMusic />} title={texts.playlists.noPublic}>
          {id === useAccount().uid ? texts.playlists.noOwnHint : texts.people.noPlaylistsHint(nameOr(name))}
        </EmptyState>
      }
    />
  );
}
