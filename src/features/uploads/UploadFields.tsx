import { useLayoutEffect, useRef } from "react";
import { SongFields } from "../songs/SongFields.tsx";
import type { UploadLimits } from "./file-rules.ts";
import { errorsOf, type FieldName, type Row, type TextFieldName } from "./upload-row.ts";
import type { Uploads } from "./uploads.ts";

const textFields = ["title", "artist", "album"] as const;

type Props = { row: Row; limits: UploadLimits; dispatch: Uploads["dispatch"] };

/** Title, artist, album, genre and cover of one song (specification 3.16.6). */
export function UploadFields({ row, limits, dispatch }: Props) {
  const errors = errorsOf(row, limits);
  const shown = (name: FieldName) => (row.left.has(name) ? errors[name] : undefined);
  const text = (name: TextFieldName) => ({
    name,
    value: row.values[name],
    error: shown(name),
    onValue: (value: string) => dispatch({ type: "value-changed", id: row.id, name, value }),
    onBlur: () => dispatch({ type: "field-left", id: row.id, name }),
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
          onValue: (image) =>
            dispatch({ type: "cover-changed", id: row.id, cover: image instanceof File ? image : null }),
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
