import { Link, useParams } from "@tanstack/react-router";
import { ListMusic, Music } from "lucide-react";
import { useAccount } from "../app/app-context.ts";
import { useDocumentTitle } from "../app/document-title.ts";
import { useHanded } from "../app/route-state.ts";
import { songsOf, usePerson, usePlaylistsOf, useRetryPerson, useSongIdsOf } from "../features/people/person.ts";
import { LoadFailed } from "../features/lists/LoadFailed.tsx";
import { PersonHeader } from "../features/people/PersonHeader.tsx";
import { PlaylistGrid } from "../features/playlists/PlaylistGrid.tsx";
import { useOwnSongs } from "../features/songs/own-songs.ts";
import { SongListing } from "../features/songs/SongListing.tsx";
import { useSongs } from "../features/songs/songs-by-id.ts";
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
  useDocumentTitle(unknown ? texts.app.notFound : name);
  if (unknown) return <NothingHere />;
  if (name === undefined && failed) {
    return <LoadFailed title={texts.people.loadFailed} offline={texts.people.loadFailedOffline} onRetry={retry} />;
  }
  return (
    <>
      <PersonHeader
        {...{ id, shown, person }}
        ownAction={
          <Link to="/profile" className={buttonClass()}>
            {texts.people.editProfile}
          </Link>
        }
      />
      <Section title={texts.people.playlists}>
        <PlaylistsOf id={id} name={name} onRetry={retry} />
      </Section>
      <Section title={texts.people.songs}>
        {id === uid ? <OwnSongs onRetry={retry} /> : <SongsOf id={id} name={name} onRetry={retry} />}
      </Section>
    </>
  );
}

type OfProps = { id: string; name: string | undefined; onRetry: () => void };
const nameOr = (name: string | undefined) => name ?? texts.people.thisPerson;

function PlaylistsOf({ id, name, onRetry }: OfProps) {
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

function OwnSongs({ onRetry }: { onRetry: () => void }) {
  const { ids, partial, failed } = useOwnSongs();
  return <Songs list="own" {...{ ids, partial, failed, onRetry }} hint={texts.uploads.emptyHint} />;
}

function SongsOf({ id, name, onRetry }: OfProps) {
  const { ids, failed } = useSongIdsOf(id);
  const hint = texts.people.noSongsHint(nameOr(name));
  return <Songs list={songsOf(id)} partial={false} {...{ ids, failed, onRetry, hint }} />;
}

type SongsProps = {
  /** Names the list in query keys. */
  list: string;
  ids: string[] | undefined;
  partial: boolean;
  failed: boolean;
  onRetry: () => void;
  hint: string;
};

function Songs({ list, ids, hint, ...rest }: SongsProps) {
  const listed = useSongs(list, ids);
  return (
    <SongListing
      {...usePlayback()}
      {...rest}
      listed={listed}
      label={texts.people.songs}
      count={ids?.length}
      empty={
        <EmptyState small icon={<Music />} title={texts.songs.noSongs}>
          {hint}
        </EmptyState>
      }
    />
  );
}
