import { useId, useState } from "react";
import * as v from "valibot";
import { SongForm } from "../../../contract/rules/validation.ts";
import type { SongSnapshot } from "../../../contract/songs.ts";
import { ApiError } from "../../api/api-error.ts";
import { useAccount, useApp } from "../../app/app-context.ts";
import { useOnline } from "../../app/use-live-table.ts";
import { firstError } from "../../app/form-errors.ts";
import { useSave } from "../../app/use-save.ts";
import { useSlowSubmit } from "../../app/use-slow-submit.ts";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { changedFields } from "../../ui/changed-fields.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { FormError } from "../../ui/FormError.tsx";
import { StatusLine } from "../../ui/StatusLine.tsx";
import { useForm } from "../../ui/use-form.ts";
import { imageSchema } from "../images/form-image.ts";
import { SendingImage } from "../images/SendingImage.tsx";
import { useImageLimit, useSaveWithImage } from "../images/use-images.ts";
import { forgetSong, isGone, saveSong } from "./change-song.ts";
import styles from "./EditSongDialog.module.css";
import { SongFields } from "./SongFields.tsx";
import { useSongIsGone } from "./use-song-is-gone.ts";
import { VisibilityField } from "./VisibilityField.tsx";

type Props = {
  song: SongSnapshot;
  open: boolean;
  /** Closes and keeps what was typed, for the case that it was closed by mistake. */
  onClose: () => void;
  /** Closes for good. */
  onDone: () => void;
};

/** "Edit Song" (specification 3.16.1, 4.14-4.16). */
export function EditSongDialog({ song, open, onClose, onDone }: Props) {
  const app = useApp();
  const account = useAccount();
  const online = useOnline();
  const save = useSave();
  const { withImage, sending } = useSaveWithImage();
  const limit = useImageLimit();
  const id = useId();
  const [gone, markGone] = useSongIsGone(song._id, open);
  const [asking, setAsking] = useState<{ values: Values; playlists: number }>();
  const [schema] = useState(() => schemaFor(limit));
  const { title, artist, album, genre, songImage } = song;
  const initial = { title, artist, album, genre, private: song.private, image: songImage };

  const leave = () => {
    onDone();
    if (gone) void forgetSong(app, account, song._id);
  };

  const send = (values: Values, confirmed: boolean) =>
    save(async () => {
      const { image, ...songData } = changedFields(initial, values);
      if (image === undefined && Object.keys(songData).length === 0) return onDone();
      try {
        await withImage(values.image, (url) =>
          saveSong(app, account, song, { songData, image: image === undefined ? undefined : url, confirmed }),
        );
      } catch (error) {
        if (isGone(error)) return markGone();
        const playlists = playlistsIn(error);
        if (playlists === undefined) throw error;
        return setAsking({ values, playlists });
      }
      app.toaster.success(texts.editSong.done);
      onDone();
    });
  const form = useForm({
    schema,
    initial,
    carry: "edit song",
    freezes: true,
    onSubmit: (values) => send(values, false),
  });
  const slow = useSlowSubmit(form.submitting, () => app.online.check());
  const hide = async () => {
    if (asking === undefined) return undefined;
    const errors = await send(asking.values, true);
    if (!errors) setAsking(undefined);
    return firstError(errors);
  };

  const problem = gone ? texts.editSong.gone : form.error;
  return (
    <>
      <Dialog
        open={open}
        onClose={gone ? leave : onClose}
        dismissible={!form.submitting}
        title={texts.editSong.dialog}
        footer={
          <>
            <SendingImage sending={sending} />
            <Button disabled={form.submitting} onClick={leave}>
              {texts.editSong.cancel}
            </Button>
            <Button variant="main" type="submit" form={id} busy={form.submitting} disabled={gone}>
              {texts.editSong.save}
            </Button>
          </>
        }
      >
        <form {...form.form} id={id} className={styles.form}>
          <FormError>{problem}</FormError>
          <StatusLine>{slow || (!online && problem === undefined && texts.app.offlineForm)}</StatusLine>
          <SongFields field={form.field} cover={form.field("image")} />
          <VisibilityField
            isPrivate={form.values.private}
            onPrivate={(isPrivate) => form.set("private", isPrivate)}
            readOnly={form.submitting}
          />
        </form>
      </Dialog>
      <ConfirmDialog
        open={open && asking !== undefined}
        title={texts.editSong.hideTitle}
        cancel={texts.editSong.cancel}
        confirm={texts.editSong.hide}
        onConfirm={hide}
        onClose={() => setAsking(undefined)}
      >
        <p>{texts.editSong.leavesPlaylists(asking?.playlists ?? 0)}</p>
      </ConfirmDialog>
    </>
  );
}

const schemaFor = (maxImageBytes: number | undefined) =>
  v.object({ ...SongForm.entries, image: imageSchema(maxImageBytes) });
type Values = v.InferOutput<ReturnType<typeof schemaFor>>;

/** How many public playlists the song would leave, if the server asks. */
function playlistsIn(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || error.code !== "song-in-public-playlists") return undefined;
  return Number(error.problem?.["playlists"]) || 1;
}
