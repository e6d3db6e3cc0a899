import { Upload } from "lucide-react";
import type { ReactNode } from "react";
import { rankedShown } from "../../contract/rules/limits.ts";
import type { MemberPath } from "../../contract/screens.ts";
import { earlyPress } from "../app/early-press.ts";
import { texts } from "../texts/texts.ts";
import { AppShell } from "../ui/AppShell.tsx";
import { Button } from "../ui/Button.tsx";
import { FormSkeleton } from "../ui/FormSkeleton.tsx";
import { NavBar } from "../ui/NavBar.tsx";
import { CardSkeletons } from "../ui/CardSkeletons.tsx";
import { PlayPair } from "../features/songs/PlayPair.tsx";
import { HeroSkeleton } from "../ui/HeroSkeleton.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { RowSkeletons } from "../ui/RowSkeletons.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import home from "./HomeSections.module.css";
import { HomeSections } from "./HomeSections.tsx";
import styles from "./MemberNav.module.css";
import { SearchPlace } from "../ui/SearchField.tsx";
import hidden from "../ui/VisuallyHidden.module.css";
import { MyPlaylistsHead, PublicPlaylistsHead } from "./PlaylistHeads.tsx";
import { MemberTabs, NavLinks, NavStart } from "./MemberNav.tsx";

/** The prerendered frame of a member screen, shown before any account data is read. */
export const MemberFrame = ({ path }: { path: MemberPath }) => (
  <AppShell
    skipLabel={texts.app.skip}
    nav={
      <NavBar
        label={texts.frame.navigation}
        start={<NavStart />}
        links={<NavLinks />}
        search={<SearchPlace folded={path === "/artist"} />}
        showSearch={path === "/artist"}
        searchBelow={path === "/search"}
        end={
          <span className={styles.person}>
            <Skeleton shape="round" className={styles.picture} />
          </span>
        }
      />
    }
    // Reserves its space; nothing plays yet.
    player={<></>}
    tabs={<MemberTabs />}
  >
    <ScreenFrame path={path} />
  </AppShell>
);

/** The same inside existing bars. */
export const ScreenFrame = ({ path }: { path: MemberPath }) => (
  <>
    {heads()[path]}
    {bodies[path] ?? <RowSkeletons count={8} />}
  </>
);

/** What is below the head, where it is no list of rows. */
const bodies: Partial<Record<MemberPath, ReactNode>> = {
  "/home-page": <HomeFrame />,
  "/playlists": <CardSkeletons count={8} />,
  "/profile": <FormSkeleton fields={4} />,
  "/search": <></>,
  "/artist": <></>,
};

function HomeFrame() {
  return (
    <HomeSections
      likedWaits
      hero={<HeroSkeleton />}
      recommended={<CardSkeletons strip />}
      newest={<CardSkeletons strip />}
      listened={
        <div className={home.beyond}>
          <RowSkeletons count={rankedShown} />
        </div>
      }
      liked={<RowSkeletons count={rankedShown} />}
      ready={null}
    />
  );
}

/** As high as the line that replaces it. */
const unknown = "\u00a0";
const square = (
  <span className={styles.square}>
    <Skeleton shape="cover" />
  </span>
);

const heads = (): Record<MemberPath, ReactNode> => ({
  "/home-page": <PageHeader title={texts.home.title} />,
  "/favorites": (
    <PageHeader cover={square} title={texts.songs.favouritesTitle} sub={unknown} actions={<PlayPair disabled />} />
  ),
  "/mysongs": (
    <PageHeader
      title={texts.uploads.title}
      cover={square}
      sub={unknown}
      actions={
        <>
          <PlayPair disabled />
          <Button icon={<Upload />} {...earlyPress("upload")}>
            {texts.uploads.upload}
          </Button>
        </>
      }
    />
  ),
  "/profile": <PageHeader title={texts.profile.title} />,
  "/changes": <PageHeader title={texts.changes.title}>{texts.changes.note}</PageHeader>,
  "/storage": <PageHeader title={texts.frame.storage}>{texts.storage.note}</PageHeader>,
  "/playlist-user": <PersonFrame />,
  "/playlists": <PublicPlaylistsHead />,
  "/search": <PageHeader title={texts.search.title} />,
  "/artist": <h1 className={hidden.hidden}>{texts.people.artist}</h1>,
  "/my-playlists": <MyPlaylistsHead />,
  "/playlist": (
    <PageHeader
      cover={square}
      eyebrow={unknown}
      title={<Skeleton className={styles.itemName} />}
      sub={unknown}
      actions={<PlayPair disabled />}
    >
      <p>{unknown}</p>
    </PageHeader>
  ),
});

function PersonFrame() {
  return (
    <PageHeader
      cover={<Skeleton shape="round" className={styles.portrait} />}
      eyebrow={unknown}
      title={<Skeleton className={styles.itemName} />}
      sub={unknown}
      actions={<PlayPair disabled />}
    />
  );
}
