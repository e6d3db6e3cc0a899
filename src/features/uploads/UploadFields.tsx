import { useLayoutEffect, useRef } from "react";
import { genres } from "../../../contract/rules/genres.ts";
import { texts } from "../../texts/en.ts";
import { SelectField } from "../../ui/SelectField.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { ImageField } from "../images/ImageField.tsx";
import { errorsOf, type FieldName, type Row, type TextFieldName } from "./upload-draft.ts";
import styles from "./UploadFields.module.css";
import type { Uploads } from "./upload-queue.ts";

const textFields = ["title", "artist", "album"] as const;

/** Title, artist, album, genre and cover of one song (specification 3.16.6). */
export function UploadFields({ row, uploads }: { row: Row; uploads: Uploads }) {
  const errors = errorsOf(row);
  const shown = (name: FieldName) => (row.left.has(name) ? errors[name] : undefined);
  const text = (name: TextFieldName) => ({
    name,
    value: row.values[name],
    error: shown(name),
    onValue: (value: string) => uploads.change(row.id, name, value),
    onBlur: () => uploads.leave(row.id, name),
  });
  const fields = useSelectedWhenFilled(row);
  return (
    <div ref={fields} className={styles.fields}>
      <TextField label={texts.uploads.songTitle} autoComplete="off" {...text("title")} />
      <TextField label={texts.uploads.artist} autoComplete="off" {...text("artist")} />
      <TextField label={texts.uploads.album} autoComplete="off" optional {...text("album")} />
      <SelectField
        label={texts.uploads.genre}
        options={genres}
        placeholder={texts.uploads.genrePlaceholder}
        {...text("genre")}
      />
      <ImageField
        className={styles.wide}
        label={texts.uploads.cover}
        name="cover"
        optional
        value={row.cover}
        error={shown("cover")}
        onValue={(image) => uploads.changeCover(row.id, image instanceof File ? image : null)}
      />
    </div>
  );
}

/**
 * Selects a focused field's text when the file's tags fill it, so that typing replaces it.
 */
function useSelectedWhenFilled({ reading, typed }: Row) {
  const fields = useRef<HTMLDivElement>(null);
  const wasReading = useRef(reading);
  useLayoutEffect(() => {
    const isRead = wasReading.current && !reading;
    wasReading.current = reading;
    const focused = document.activeElement;
    if (!isRead || !(focused instanceof HTMLInputElement)) return;
    const isFilled = textFields.some((name) => name === focused.name && !typed.has(name));
    if (isFilled && fields.current?.contains(focused)) focused.select();
  }, [reading, typed]);
  return fields;
}
