import { CornerDownRight, Heart, ListMinus, ListPlus, ListVideo, Pencil, Trash2, UserRound } from "lucide-react";
import { type ReactNode, use } from "react";
import type { SongSnapshot } from "../../../contract/songs.ts";
import { useAccount } from "../../app/app-context.ts";
import { texts } from "../../texts/texts.ts";
import { Menu } from "../../ui/Menu.tsx";
import type { MenuEntry } from "../../ui/MenuPopup.tsx";
import type { Item } from "../lists/ItemList.tsx";
import { moveEntries } from "../lists/move-entries.tsx";
import { control } from "../lists/use-roving-focus.ts";
import { useLike } from "./likes.ts";
import { SongDialogContext, SongMenuActionsContext } from "./song-menu-context.ts";
import { SongMenuTitle } from "./SongMenuTitle.tsx";

type Props = {
  song: SongSnapshot;
  liked: boolean;
  tabIndex?: number;
  /** Of a list that can be sorted. */
  moves?: Item["moves"];
};

/** "More for {title}": what this viewer may do with the song (specification 3.15.2). */
export function SongMenu({ song, liked, tabIndex, moves }: Props) {
  const { uid } = useAccount();
  const like = useLike();
  const actions = use(SongMenuActionsContext);
  const openDialog = use(SongDialogContext);

  const items = (): MenuEntry[] => {
    const { addToPlaylist, playNext, addToQueue, goToArtist, removeFromPlaylist } = actions;
    const entry = (label: string, icon: ReactNode, act: ((song: SongSnapshot) => void) | undefined): MenuEntry[] =>
      act === undefined ? [] : [{ label, icon, onSelect: () => act(song) }];
    const groups: MenuEntry[][] = [
      [
        { label: texts.songMenu.favorite, icon: <Heart />, toggled: liked, onSelect: () => like(song, !liked) },
        ...entry(texts.songMenu.addSong, <ListPlus />, addToPlaylist),
        ...entry(texts.songMenu.playNext, <CornerDownRight />, playNext),
        ...entry(texts.songMenu.addToQueue, <ListVideo />, addToQueue),
        ...entry(texts.songMenu.goToArtist, <UserRound />, song.owner === uid ? undefined : goToArtist),
      ],
      moveEntries(moves),
      entry(texts.songMenu.removeFromPlaylist, <ListMinus />, removeFromPlaylist),
      song.owner === uid
        ? [
            { label: texts.songMenu.edit, icon: <Pencil />, onSelect: () => openDialog({ kind: "edit", song }) },
            {
              label: texts.songMenu.delete,
              icon: <Trash2 />,
              destructive: true,
              onSelect: () => openDialog({ kind: "delete", song }),
            },
          ]
        : [],
    ];
    return groups.filter((group) => group.length > 0).flatMap((group, at) => (at === 0 ? group : ["line", ...group]));
  };

  return (
    <Menu
      label={texts.songMenu.label(song.title)}
      items={items}
      sheet={<SongMenuTitle song={song} />}
      tabIndex={tabIndex}
      {...control("menu")}
    />
  );
}
