/** The heads of the two screens with playlists, each with the way to the other; also before anything is read. */
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { earlyPress } from "../app/early-press.ts";
import { texts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { buttonClass } from "../ui/button-class.ts";
import { PageHeader } from "../ui/PageHeader.tsx";

export const PublicPlaylistsHead = () => (
  <PageHeader
    title={texts.playlists.publicTitle}
    sub={texts.playlists.publicNote}
    actions={
      <Link to="/my-playlists" className={buttonClass()}>
        {texts.playlists.myTitle}
      </Link>
    }
  />
);

/** Of the button that makes one: a press before the screen has its script. */
export const newPlaylist = "new-playlist";

/** @param onCreate undefined before the screen has its script */
export const MyPlaylistsHead = ({ onCreate }: { onCreate?: () => void }) => (
  <PageHeader
    title={texts.playlists.myTitle}
    actions={
      <>
        <Button variant="main" icon={<Plus />} {...(onCreate ? { onClick: onCreate } : earlyPress(newPlaylist))}>
          {texts.playlistForm.newTitle}
        </Button>
        <Link to="/playlists" className={buttonClass()}>
          {texts.playlists.toPublic}
        </Link>
      </>
    }
  />
);
