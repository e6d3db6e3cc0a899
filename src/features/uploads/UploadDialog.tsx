import { type SubmitEvent, useId, useRef } from "react";
import { audioExtensions } from "../../../contract/media.ts";
import { genres } from "../../../contract/rules/genres.ts";
import { texts } from "../../texts/en.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { FileField } from "../../ui/FileField.tsx";
import { FormError } from "../../ui/FormError.tsx";
import { List } from "../../ui/List.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { VisibilityField } from "../songs/VisibilityField.tsx";
import { useOnline } from "../../app/use-live-table.ts";
import { errorsOf, type Row } from "./upload-draft.ts";
import styles from "./UploadDialog.module.css";
import { UploadFields } from "./UploadFields.tsx";
import { UploadRow } from "./UploadRow.tsx";
import type { Uploads } from "./upload-queue.ts";
import { useUploads, useUploadsState } from "./use-uploads.ts";

const audioTypes = [...audioExtensions, "audio/*"].join(",");

/** "Upload Song" (specification 3.16.6): one form for one file or many. */
export function UploadDialog() {
  const uploads = useUploads();
  const state = useUploadsState();
  const online = useOnline();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!(await uploads.submit())) requestAnimationFrame(() => focusFirstWrong(form.current));
  };
  const [only] = state.rows;
  return (
    <Dialog
      open={state.open}
      onClose={uploads.close}
      title={texts.uploads.dialog}
      footer={
        <>
          <Button onClick={uploads.discard}>{texts.uploads.cancel}</Button>
          <Button variant="main" type="submit" form={id} busy={state.checking}>
            {texts.uploads.upload}
          </Button>
        </>
      }
    >
      <form ref={form} id={id} noValidate className={styles.form} onSubmit={submit}>
        <FormError>{state.problem ?? (state.rows.length === 1 ? only?.problem : undefined)}</FormError>
        <AudioField rows={state.rows} uploads={uploads} />
        <p role="status" className={styles.notice}>
          {state.notice ?? (!online && state.problem === undefined && texts.uploads.offlineNote)}
        </p>
        {state.rows.length === 1 && only ? (
          <UploadFields key={only.id} row={only} uploads={uploads} />
        ) : (
          <Batch rows={state.rows} uploads={uploads} />
        )}
        <VisibilityField isPrivate={state.isPrivate} onPrivate={uploads.changePrivate} />
      </form>
    </Dialog>
  );
}

/** Shows a single row's file; with several rows it adds more. */
function AudioField({ rows, uploads }: { rows: readonly Row[]; uploads: Uploads }) {
  const only = rows.length === 1 ? rows[0] : undefined;
  return (
    <FileField
      label={texts.uploads.audio}
      name="audio"
      accept={audioTypes}
      touchPrompt={texts.uploads.chooseAudio}
      value={only?.file ?? null}
      error={only?.left.has("audio") ? errorsOf(only).audio : undefined}
      hint={only?.reading ? texts.uploads.reading : texts.uploads.audioHint}
      onBlur={() => only && uploads.leave(only.id, "audio")}
      // `onFiles` brings the same ones, all of them.
      onValue={() => {}}
      onFiles={(files) => (only ? uploads.chooseFiles(only.id, files) : uploads.addFiles(files))}
    />
  );
}

function Batch({ rows, uploads }: { rows: readonly Row[]; uploads: Uploads }) {
  const first = rows[0]?.values.genre ?? "";
  const isSame = rows.every((row) => row.values.genre === first);
  return (
    <>
      <SelectField
        label={texts.uploads.genreForAll}
        options={genres}
        placeholder={texts.songForm.genrePlaceholder}
        value={isSame ? first : ""}
        onValue={uploads.changeGenres}
      />
      <div className={styles.rows}>
        <List label={texts.uploads.songsToSend(rows.length)}>
          {rows.map((row) => (
            <UploadRow key={row.id} row={row} uploads={uploads} />
          ))}
        </List>
      </div>
    </>
  );
}

const focusFirstWrong = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
