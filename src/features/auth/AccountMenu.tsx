import {
  ChevronDown,
  Disc3,
  HardDriveDownload,
  Heart,
  Keyboard,
  ListMusic,
  LogOut,
  Music,
  UserRound,
} from "lucide-react";
import { languageName } from "../../texts/formats.ts";
import { texts } from "../../texts/texts.ts";
import { Menu } from "../../ui/Menu.tsx";
import type { MenuEntry } from "../../ui/MenuPopup.tsx";
import type { Theme } from "../../ui/apply-theme.ts";

type Props = {
  themes: readonly Theme[];
  theme: Theme;
  onTheme: (theme: Theme) => void;
  languages: readonly string[];
  language: string;
  onLanguage: (language: string) => void;
  onProfile: () => void;
  onPlaylists: () => void;
  onMyPlaylists: () => void;
  onFavorite: () => void;
  onMyMusic: () => void;
  onStorage: () => void;
  onShortcuts: () => void;
  onLogout: () => void;
};

/** The menu beside the user's name (specification 3.7.1), with theme and language (20.14, 20.21). */
export const AccountMenu = (props: Props) => (
  // Made when it opens: the names of languages cost a phone 50 ms.
  <Menu id="account-menu" label={texts.frame.accountMenu} icon={<ChevronDown />} items={() => entriesOf(props)} />
);

function entriesOf(props: Props): MenuEntry[] {
  const { themes, theme, onTheme, languages, language, onLanguage } = props;
  const { onProfile, onPlaylists, onMyPlaylists, onFavorite, onMyMusic, onStorage, onShortcuts, onLogout } = props;
  return [
    { label: texts.frame.profile, icon: <UserRound />, onSelect: onProfile },
    { label: texts.frame.playlists, icon: <ListMusic />, onSelect: onPlaylists },
    { label: texts.frame.myPlaylists, icon: <Disc3 />, onSelect: onMyPlaylists },
    { label: texts.frame.favorite, icon: <Heart />, onSelect: onFavorite },
    { label: texts.frame.myMusic, icon: <Music />, onSelect: onMyMusic },
    { label: texts.frame.storage, icon: <HardDriveDownload />, onSelect: onStorage },
    "line",
    {
      heading: texts.frame.theme,
      items: themes.map((each) => ({
        label: texts.frame.themes[each],
        checked: each === theme,
        onSelect: () => onTheme(each),
      })),
    },
    "line",
    {
      heading: texts.frame.language,
      items: languages.map((each) => ({
        label: languageName(each),
        checked: each === language,
        onSelect: () => onLanguage(each),
      })),
    },
    "line",
    // A finger alone has no keys.
    ...(matchMedia("(hover: hover)").matches
      ? [{ label: texts.player.shortcutsTitle, icon: <Keyboard />, onSelect: onShortcuts }]
      : []),
    { label: texts.frame.logout, icon: <LogOut />, onSelect: onLogout },
  ];
}
