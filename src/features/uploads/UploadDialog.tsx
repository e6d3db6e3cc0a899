import { Upload } from "lucide-react";
import { type SubmitEvent, useId, useRef, useState } from "react";
import { audioExtensions } from "../../../contract/media.ts";
import { genres } from "../../../contract/rules/genres.ts";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { FileField } from "../../ui/FileField.tsx";
import { FormError } from "../../ui/FormError.tsx";
import { List } from "../../ui/List.tsx";
import { Progress } from "../../ui/Progress.tsx";
import { mostMoving } from "../../ui/use-list-motion.ts";
import { SelectField } from "../../ui/SelectField.tsx";
import { showError } from "../../ui/show-error.ts";
import { VisibilityField } from "../songs/VisibilityField.tsx";
import { useOnline } from "../../app/use-live-table.ts";
import { errorsOf } from "./upload-row.ts";
import styles from "./UploadDialog.module.css";
import { UploadFields } from "./UploadFields.tsx";
import { UploadRow } from "./UploadRow.tsx";
import type { UploadsState } from "./upload-state.ts";
import type { Uploads } from "./uploads.ts";
import { useKeptFocus } from "./use-kept-focus.ts";
import { useUploads, useUploadsState } from "./use-uploads.ts";

const audioTypes = [...audioExtensions, "audio/*"].join(",");

/** "Upload Song" (specification 3.16.6): one form for one file or many. */
export function UploadDialog() {
  const uploads = useUploads();
  const state = useUploadsState();
  const online = useOnline();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  useKeptFocus(form, state.rows);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!(await uploads.submit())) requestAnimationFrame(() => showFirstWrong(form.current));
  };
  const [only] = state.rows;
  // There is one only where neither the network nor the device takes the songs.
  const problem = state.problem !== undefined && online ? texts.app.onlineAgain : state.problem;
  const hasFile = state.rows.some(({ file }) => file !== null);
  return (
    <Dialog
      open={state.open}
      onClose={() => uploads.dispatch({ type: "closed" })}
      title={texts.uploads.dialog}
      footer={
        <>
          {state.checking && state.keptRows !== undefined && <Keeping done={state.keptRows} all={state.rows.length} />}
          <Button onClick={() => uploads.dispatch({ type: "discarded" })}>{texts.uploads.cancel}</Button>
          {/* The main action only once there is something to send; before it, a press says what is missing. */}
          <Button variant={hasFile ? "main" : "quiet"} type="submit" form={id} busy={state.checking}>
            {texts.uploads.upload}
          </Button>
        </>
      }
    >
      <form ref={form} id={id} noValidate className={styles.form} onSubmit={submit}>
        <FormError>{problem ?? (state.rows.length === 1 ? only?.problem : undefined)}</FormError>
        <AudioField state={state} uploads={uploads} />
        <p role="status" className={styles.notice}>
          {state.notice ?? (!online && state.problem === undefined && texts.uploads.offlineNote)}
        </p>
        {hasFile && <Songs state={state} uploads={uploads} />}
      </form>
    </Dialog>
  );
}

/** So many songs take seconds to be kept on the device, which comes before the first is sent. */
const manyRows = 10;

function Keeping({ done, all }: { done: number; all: number }) {
  if (all < manyRows) return null;
  const text = texts.uploads.keeping(done, all);
  return (
    // On a line of its own, above the buttons.
    <div className={styles.notice} style={{ flexBasis: "100%" }}>
      <span aria-hidden="true">{text}</span>
      <Progress label={texts.uploads.keepingLabel} value={done / all} valueText={text} />
    </div>
  );
}

/** The fields of what was chosen. */
function Songs({ state, uploads: { dispatch } }: { state: UploadsState; uploads: Uploads }) {
  const [only] = state.rows;
  const [alone, setAlone] = useState<number>();
  if (state.rows.length === 1 && only !== undefined && only.id !== alone) setAlone(only.id);
  return (
    <>
      {state.rows.length === 1 && only ? (
        <UploadFields key={only.id} row={only} limits={state.limits} dispatch={dispatch} />
      ) : (
        <Batch state={state} alone={alone} dispatch={dispatch} />
      )}
      <VisibilityField
        isPrivate={state.isPrivate}
        onPrivate={(isPrivate) => dispatch({ type: "visibility-changed", isPrivate })}
      />
    </>
  );
}

/** One large area until there is a file; then shows a single row's file; with several rows it adds more. */
function AudioField({ state: { rows, limits }, uploads }: { state: UploadsState; uploads: Uploads }) {
  const only = rows.length === 1 ? rows[0] : undefined;
  return (
    <FileField
      label={texts.uploads.audio}
      name="audio"
      accept={audioTypes}
      touchPrompt={texts.uploads.chooseAudio}
      large={only?.file === null && <Upload aria-hidden="true" />}
      value={only?.file ?? null}
      error={only?.left.has("audio") ? errorsOf(only, limits).audio : undefined}
      hint={only?.reading ? texts.uploads.reading : texts.uploads.audioHint}
      onBlur={() => only && uploads.dispatch({ type: "field-left", id: only.id, name: "audio" })}
      // `onFiles` brings the same ones, all of them.
      onValue={() => {}}
      onFiles={(files) => uploads.chooseFiles(files, only?.id)}
    />
  );
}

type BatchProps = {
  state: UploadsState;
  /** The song that stood alone before others joined it. */
  alone: number | undefined;
  dispatch: Uploads["dispatch"];
};

function Batch({ state: { rows, limits }, alone, dispatch }: BatchProps) {
  const first = rows[0]?.values.genre ?? "";
  const count = texts.uploads.songsToSend(rows.length);
  const isSame = rows.every((row) => row.values.genre === first);
  return (
    <>
      <SelectField
        label={texts.uploads.genreForAll}
        options={genres}
        placeholder={texts.songForm.genrePlaceholder}
        value={isSame ? first : ""}
        onValue={(genre) => dispatch({ type: "genre-changed", genre })}
      />
      <div className={styles.rows}>
        {/* The name of the list, which says it to screen readers. */}
        <p aria-hidden="true" className={styles.notice}>
          {count}
        </p>
        <List label={count} moving={rows.length <= mostMoving}>
          {rows.map((row) => (
            <UploadRow key={row.id} row={row} limits={limits} dispatch={dispatch} stoodAlone={row.id === alone} />
          ))}
        </List>
      </div>
    </>
  );
}

function showFirstWrong(form: HTMLFormElement | null): void {
  if (form) showError(form, form.querySelector<HTMLElement>("[aria-invalid=true]") ?? undefined);
}
