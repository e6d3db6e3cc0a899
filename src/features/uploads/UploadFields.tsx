import { useLayoutEffect, useRef } from "react";
import { SongFields } from "../songs/SongFields.tsx";
import { errorsOf, type FieldName, type Row, type TextFieldName } from "./upload-draft.ts";
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
    <div ref={fields}>
      <SongFields
        field={text}
        cover={{
          name: "cover",
          value: row.cover,
          error: shown("cover"),
          onValue: (image) => uploads.changeCover(row.id, image instanceof File ? image : null),
        }}
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
