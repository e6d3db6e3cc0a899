import { Link } from "@tanstack/react-router";
import { Heart, ListMusic } from "lucide-react";
import { type ListedPlaylists, useFollowedPlaylists, useOwnPlaylists } from "../features/playlists/playlist-lists.ts";
import { PlaylistGrid } from "../features/playlists/PlaylistGrid.tsx";
import { useRetryPlaylists } from "../features/playlists/use-retry-playlists.ts";
import { texts } from "../texts/en.ts";
import { buttonClass } from "../ui/button-class.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { Section } from "../ui/Section.tsx";

/** The user's own playlists, then the followed ones (specification 3.10). */
export function MyPlaylists() {
  const retry = useRetryPlaylists();
  return (
    <>
      <PageHeader title={texts.playlists.myTitle} />
      <Section title={texts.playlists.own}>
        <PlaylistGrid
          label={texts.playlists.own}
          {...shown(useOwnPlaylists())}
          onRetry={retry}
          empty={
            <EmptyState small icon={<ListMusic />} title={texts.playlists.noOwn}>
              {texts.playlists.noOwnHint}
            </EmptyState>
          }
        />
      </Section>
      <Section title={texts.playlists.followed}>
        <PlaylistGrid
          label={texts.playlists.followed}
          {...shown(useFollowedPlaylists())}
          onRetry={retry}
          empty={
            <EmptyState
              small
              icon={<Heart />}
              title={texts.playlists.noFollowed}
              action={
                <Link to="/playlists" className={buttonClass("quiet")}>
                  {texts.playlists.toPublic}
                </Link>
              }
            >
              {texts.playlists.noFollowedHint}
            </EmptyState>
          }
        />
      </Section>
    </>
  );
}

/** Undefined while the list is unknown. */
function shown({ ids, playlists, incomplete, failed }: ListedPlaylists) {
  const known = ids?.flatMap((id) => playlists.get(id) ?? []);
  return { playlists: known?.length === 0 && incomplete ? undefined : known, failed };
}
