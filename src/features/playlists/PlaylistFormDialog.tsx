import { type ReactNode, useId, useState } from "react";
import * as v from "valibot";
import { genres } from "../../../contract/rules/genres.ts";
import { PlaylistForm, PlaylistGenre } from "../../../contract/rules/validation.ts";
import { useApp } from "../../app/app-context.ts";
import { useOnline } from "../../app/use-live-table.ts";
import type { FormErrors } from "../../app/form-errors.ts";
import { useSave } from "../../app/use-save.ts";
import { useSlowSubmit } from "../../app/use-slow-submit.ts";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { FormError } from "../../ui/FormError.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { StatusLine } from "../../ui/StatusLine.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useForm } from "../../ui/use-form.ts";
import { imageSchema } from "../images/form-image.ts";
import { ImageField } from "../images/ImageField.tsx";
import { SendingImage } from "../images/SendingImage.tsx";
import { type ImageOnItsWay, useImageLimit } from "../images/use-images.ts";
import styles from "./PlaylistFormDialog.module.css";

const schemaFor = (maxImageBytes: number | undefined) => {
  const { title, description, private: isPrivate } = PlaylistForm.entries;
  return v.object({ title, description, genre: PlaylistGenre, private: isPrivate, image: imageSchema(maxImageBytes) });
};
type Schema = ReturnType<typeof schemaFor>;
export type PlaylistValues = v.InferOutput<Schema>;

type Props = {
  open: boolean;
  title: string;
  /** On the button that saves. */
  action: string;
  initial: v.InferInput<Schema>;
  /** Throws ApiError for an image; or returns messages for fields that only it can find. */
  onSave: (values: PlaylistValues) => Promise<FormErrors | void>;
  /** Closes and keeps what was typed. */
  onClose: () => void;
  /** Closes for good. */
  onDone: () => void;
  /** The name of its form: what was typed stays through a change of the language. */
  carry?: string | undefined;
  /** Its image, while that is on its way. */
  sending: ImageOnItsWay | undefined;
  /** What else there is to say, also by what is chosen. */
  children?: ReactNode | ((values: { private: boolean }) => ReactNode);
  /** Why nothing can be saved any more. */
  obsolete?: string | undefined;
  /** Why the server did not take what the form begins with. */
  refused?: string | undefined;
};

/** The form of "New Playlist" and "Change Playlist information" (specification 3.16.4, 3.16.5, 8.8). */
export function PlaylistFormDialog(props: Props) {
  const { open, title, action, initial, onSave, onClose, onDone, sending, children, obsolete, refused, carry } = props;
  const limit = useImageLimit();
  const app = useApp();
  const online = useOnline();
  const sendImage = useSave(texts.playlistForm.imageNeedsNetwork);
  const store = useStore();
  const id = useId();
  const [schema] = useState(() => schemaFor(limit));
  const { form, field, error, submitting, values, set } = useForm({
    schema,
    initial,
    ...(carry !== undefined && { carry }),
    freezes: true,
    onSubmit(checked) {
      if (obsolete !== undefined) return undefined;
      return (checked.image instanceof File ? sendImage : store)(() => onSave(checked));
    },
  });
  const slow = useSlowSubmit(submitting, () => app.online.check());
  const problem = obsolete ?? error ?? refused;
  // A playlist is not stored before its new image is sent.
  const { imageNeedsNetwork, offline } = texts.playlistForm;
  const offlineNote = values.image instanceof File ? imageNeedsNetwork : offline;
  const genre = field("genre");
  const visibility = field("private");
  return (
    <Dialog
      open={open}
      onClose={onClose}
      dismissible={!submitting}
      title={title}
      footer={
        <>
          <SendingImage sending={sending} />
          <Button disabled={submitting} onClick={onDone}>
            {texts.playlistForm.cancel}
          </Button>
          <Button variant="main" type="submit" form={id} busy={submitting} disabled={obsolete !== undefined}>
            {action}
          </Button>
        </>
      }
    >
      <form {...form} id={id} className={styles.form}>
        <FormError>{problem}</FormError>
        <StatusLine>{slow || (!online && problem === undefined && offlineNote)}</StatusLine>
        <TextField {...field("title")} label={texts.playlistForm.title} autoComplete="off" data-autofocus />
        <TextArea {...field("description")} label={texts.playlistForm.description} />
        <div className={styles.pair}>
          <SelectField
            {...genre}
            label={texts.playlistForm.genre}
            optional
            options={genres}
            placeholder={texts.playlistForm.noGenre}
            value={values.genre ?? ""}
            onValue={(value) => set("genre", value === "" ? null : value)}
          />
          <SelectField
            {...visibility}
            label={texts.playlistForm.visibility}
            hint={values.private ? texts.playlistForm.privateHint : texts.playlistForm.publicHint}
            options={[
              { value: "private", label: texts.playlists.private },
              { value: "public", label: texts.playlists.public },
            ]}
            value={values.private ? "private" : "public"}
            onValue={(value) => set("private", value === "private")}
          />
        </div>
        {typeof children === "function" ? children(values) : children}
        <ImageField
          {...field("image")}
          label={texts.playlistForm.image}
          optional
          {...(!online && { disabled: values.image === null, hint: texts.playlistForm.imageLater })}
        />
      </form>
    </Dialog>
  );
}

/** Runs what a form stores on this device; it fails only if the storage does. */
function useStore(): (save: () => Promise<FormErrors | void>) => Promise<FormErrors | void> {
  return async (save) => {
    try {
      return await save();
    } catch (error) {
      console.error("A form could not be stored", error);
      return { "": texts.songs.notKept };
    }
  };
}
