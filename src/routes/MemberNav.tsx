import { Link, useCanGoBack, useLocation, useNavigate, useRouter } from "@tanstack/react-router";
import { ArrowLeft, Heart, House, ListMusic, Music, Search } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useApp } from "../app/app-context.ts";
import { setDocumentTitle } from "../app/document-title.ts";
import { useHandOver } from "../app/route-state.ts";
import { AccountMenu } from "../features/auth/AccountMenu.tsx";
import { useOwnProfile } from "../features/auth/own-profile.ts";
import { useSession } from "../features/auth/session.ts";
import { SyncChip } from "../features/offline/SyncChip.tsx";
import { shortcutHelp } from "../features/player/shortcut-help.ts";
import { SearchBox } from "../features/search/SearchBox.tsx";
import { useCoverUrl } from "../features/songs/cover-url.ts";
import { afterPaint } from "../lib/after-paint.ts";
import { texts } from "../texts/texts.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { Logo } from "../ui/Logo.tsx";
import { NavBar } from "../ui/NavBar.tsx";
import { TabBar } from "../ui/TabBar.tsx";
import styles from "./MemberNav.module.css";
import { chooseLanguage, language } from "../app/language.ts";
import { languages } from "../texts/catalogues.ts";
import { chooseTheme } from "../app/choose-theme.ts";
import { readTheme, themes } from "../app/stored-theme.ts";

/** The top bar of member screens (specification 3.7). */
export function MemberNav({ onLogout }: { onLogout: () => void }) {
  const navigate = useNavigate();
  const path = useLocation({ select: screenPath });
  const [theme, setTheme] = useState(readTheme);
  const { toaster } = useApp();
  return (
    <NavBar
      label={texts.frame.navigation}
      start={<NavStart />}
      links={<NavLinks />}
      search={<SearchBox folded={path === "/artist"} onPage={path === "/search"} />}
      showSearch={path === "/artist"}
      searchBelow={path === "/search"}
      end={
        <>
          <span className={styles.sync}>
            <SyncChip />
          </span>
          <PersonLink />
          <AccountMenu
            {...{ themes, theme, languages, onLogout }}
            language={language.get()}
            onLanguage={(next) => {
              chooseLanguage(next).then(
                () => afterPaint(setDocumentTitle),
                () => toaster.failure(texts.frame.languageFailed),
              );
            }}
            onTheme={(next) => {
              chooseTheme(next);
              setTheme(next);
            }}
            onProfile={() => void navigate({ to: "/profile" })}
            onPlaylists={() => void navigate({ to: "/playlists" })}
            onMyPlaylists={() => void navigate({ to: "/my-playlists" })}
            onFavorite={() => void navigate({ to: "/favorites" })}
            onMyMusic={() => void navigate({ to: "/mysongs" })}
            onStorage={() => void navigate({ to: "/storage" })}
            onShortcuts={() => shortcutHelp.set(true)}
          />
        </>
      }
    />
  );
}

/** The user's image and name, which link to their own card. */
function PersonLink() {
  const session = useSession();
  const profileImage = useOwnProfile()?.profileImage ?? null;
  const coverUrl = useCoverUrl();
  const handOver = useHandOver();
  if (session === null) return null;
  const { uid } = session;
  const userName = `${session.firstName} ${session.lastName}`;
  return (
    <Link
      to="/playlist-user/$id"
      params={{ id: uid }}
      state={handOver({ person: { uid, userName, profileImage } })}
      className={styles.person}
    >
      <Avatar src={coverUrl(profileImage)} name={userName} size={32} />
      <span className={styles.name} dir="auto">
        {userName}
      </span>
    </Link>
  );
}

/** The current screen, or the ways back from it. */
export function NavStart() {
  const isHome = useLocation({ select: (location) => screenPath(location) === "/home-page" });
  return isHome ? (
    <span className={styles.brand}>
      <Logo />
      <span>{texts.app.name}</span>
    </span>
  ) : (
    <span className={styles.ways}>
      <BackButton />
      <Link to="/home-page" className={styles.home}>
        <House aria-hidden="true" />
        {texts.app.home}
      </Link>
    </span>
  );
}

/** Slashes at the end match (specification 3.1.1). */
const screenPath = ({ pathname }: { pathname: string }) => pathname.replace(/\/+$/, "");

/** Marked on every screen with playlists. */
function PlaylistsLink({ children }: { children: ReactNode }) {
  const isAmong = useLocation({
    select: ({ pathname }) => /^\/(my-playlists|playlist\/.*)$/.test(screenPath({ pathname })),
  });
  return (
    <Link to="/playlists" aria-current={isAmong || undefined}>
      {children}
    </Link>
  );
}

/** Links to the main screens; on phones they are in the tab bar. */
export const NavLinks = () => (
  <>
    <Link to="/favorites">{texts.frame.favourites}</Link>
    <PlaylistsLink>{texts.frame.playlists}</PlaylistsLink>
    <Link to="/mysongs">{texts.frame.music}</Link>
  </>
);

/** Back to the previous screen, or home if the page was opened directly (specification 3.2.1). */
function BackButton() {
  const { history } = useRouter();
  const canGoBack = useCanGoBack();
  const navigate = useNavigate();
  return (
    <IconButton
      label={texts.app.back}
      icon={<ArrowLeft />}
      onClick={() => (canGoBack ? history.back() : void navigate({ to: "/home-page" }))}
    />
  );
}

/** The bottom bar of phones (specification 20.11). */
export function MemberTabs() {
  return (
    <TabBar label={texts.frame.tabs}>
      <Link to="/home-page">
        <House aria-hidden="true" />
        <span>{texts.app.home}</span>
      </Link>
      <Link to="/search">
        <Search aria-hidden="true" />
        <span>{texts.frame.search}</span>
      </Link>
      <Link to="/favorites">
        <Heart aria-hidden="true" />
        <span>{texts.frame.favourites}</span>
      </Link>
      <PlaylistsLink>
        <ListMusic aria-hidden="true" />
        <span>{texts.frame.playlists}</span>
      </PlaylistsLink>
      <Link to="/mysongs">
        <Music aria-hidden="true" />
        <span>{texts.frame.music}</span>
      </Link>
    </TabBar>
  );
}
