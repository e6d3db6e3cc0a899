import { ListPlus, Pencil, Share, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import type { PlaylistSnapshot } from "../../../contract/playlists.ts";
import { useAccount } from "../../app/app-context.ts";
import { lazyImport } from "../../app/lazy-import.ts";
import { texts } from "../../texts/texts.ts";
import { part } from "../../ui/lazy-part.tsx";
import { Menu } from "../../ui/Menu.tsx";
import type { MenuEntry } from "../../ui/MenuPopup.tsx";
import { FollowPlaylistButton } from "./FollowPlaylistButton.tsx";
import { useDialog } from "./use-dialog.ts";
import { useShare } from "./use-share.ts";

const AddSongsDialog = part(async () => (await lazyImport(() => import("./AddSongsDialog.tsx"))).AddSongsDialog);
const DeletePlaylistDialog = part(
  async () => (await lazyImport(() => import("./DeletePlaylistDialog.tsx"))).DeletePlaylistDialog,
);

type Props = {
  playlist: PlaylistSnapshot;
  /** "Add Song to {title}", which an empty playlist opens, too. */
  adding: ReturnType<typeof useDialog>;
  /** Opens "Edit Playlist". */
  edit: (playlist: PlaylistSnapshot) => void;
  /** Between the follow button and the menu. */
  children?: ReactNode;
};

/** What the viewer may do with the open playlist: follow button and menu, with their dialogs (specification 3.11.5). */
export function PlaylistActions({ playlist, adding, edit, children }: Props) {
  const { uid } = useAccount();
  const share = useShare();
  const deleting = useDialog();
  const { addSong, edit: editText, share: shareText, delete: deleteText } = texts.playlists;
  const sharing: MenuEntry = { label: shareText, icon: <Share />, onSelect: () => share(playlist) };
  const isOwner = playlist.owner === uid;
  const items: MenuEntry[] = isOwner
    ? [
        { label: addSong, icon: <ListPlus />, onSelect: adding.show },
        { label: editText, icon: <Pencil />, onSelect: () => edit(playlist) },
        sharing,
        "line",
        { label: deleteText, icon: <Trash2 />, destructive: true, onSelect: deleting.show },
      ]
    : [sharing];
  return (
    <>
      <FollowPlaylistButton playlist={playlist} />
      {children}
      <Menu label={texts.playlists.menu(playlist.title)} items={items} look="solid" align="start" />
      {adding.shown && (
        <AddSongsDialog
          key={adding.turn}
          playlist={playlist}
          open={adding.open}
          onClose={adding.onDone}
          onFailed={adding.onFailed}
        />
      )}
      {deleting.shown && (
        <DeletePlaylistDialog
          key={deleting.turn}
          playlist={playlist}
          open={deleting.open}
          onDone={deleting.onDone}
          onFailed={deleting.onFailed}
        />
      )}
    </>
  );
}
