import { type ReactNode, useRef, useState } from "react";
import { useBrokenImage } from "./broken-image.ts";
import { classes } from "./classes.ts";
import { FileImage } from "./FileImage.tsx";
import { Field, splitProps, type FieldProps } from "./Field.tsx";
import { widgetTexts } from "./widget-texts.ts";
import { useMediaQuery } from "./use-media-query.ts";
import fieldStyles from "./Field.module.css";
import styles from "./FileField.module.css";

type Props = FieldProps & {
  value: File | null | undefined;
  onValue: (file: File | null) => void;
  /** In the syntax of `<input accept>`. Does not filter dropped files; the schema must check them. */
  accept: string;
  /** Shows the chosen image; a click removes it. */
  preview?: boolean;
  /** Called if this browser cannot show the chosen image. */
  onBroken?: ((file: File) => void) | undefined;
  /** The URL of the present image, and how to remove it. */
  current?: string | null;
  onRemoveCurrent?: () => void;
  /** A large area with a sign, for a form that begins with its files. */
  large?: ReactNode;
  /** The text for touch screens, which have no drag and drop. */
  touchPrompt?: string;
  /** Allows several files and receives all of them; `onValue` receives the first. */
  onFiles?: (files: File[]) => void;
};

/** A drop zone and file picker. The native input covers it, so that mouse, keyboard and drop all work. */
export function FileField(props: Props) {
  const { frame, rest } = splitProps(props);
  const { name, onBlur, value, onValue, accept, preview } = rest;
  const { onBroken, current, onRemoveCurrent, onFiles, disabled, readOnly, touchPrompt, large } = rest;
  const isTouch = useMediaQuery("(hover: none)");
  const [over, setOver] = useState(false);
  // The browser would draw a broken one.
  const { isBroken, onError } = useBrokenImage(current);
  const input = useRef<HTMLInputElement>(null);
  const image = value ? (
    <FileImage file={value} onBroken={() => onBroken?.(value)} />
  ) : (
    current && (isBroken ? <span /> : <img src={current} alt="" onError={onError} />)
  );
  const removable = value ? () => onValue(null) : onRemoveCurrent;
  const dropPrompt = preview ? widgetTexts.chooseImage : onFiles ? widgetTexts.chooseFiles : widgetTexts.chooseFile;
  return (
    <Field {...frame}>
      {/* The role of file inputs knows no `aria-required`. */}
      {({ "aria-required": _required, ...control }) => (
        <div className={styles.row}>
          {preview && image && (
            <button
              type="button"
              className={styles.preview}
              aria-label={widgetTexts.removeFile(value?.name ?? widgetTexts.currentImage)}
              disabled={disabled || !removable}
              aria-disabled={readOnly || undefined}
              onClick={() => {
                if (readOnly) return;
                // The button goes.
                input.current?.focus();
                removable?.();
              }}
            >
              {image}
              <span className={styles.cross} aria-hidden="true" />
            </button>
          )}
          <div
            className={classes(
              fieldStyles.zone,
              styles.zone,
              Boolean(large) && styles.large,
              over && styles.over,
              frame.error && styles.wrong,
            )}
          >
            {large}
            <span className={styles.text}>
              {value ? <bdi>{value.name}</bdi> : isTouch && touchPrompt ? touchPrompt : dropPrompt}
            </span>
            {value && <span className={styles.size}>{widgetTexts.bytes(value.size)}</span>}
            <input
              {...control}
              ref={input}
              type="file"
              name={name}
              accept={accept}
              multiple={Boolean(onFiles)}
              disabled={disabled}
              aria-disabled={readOnly || undefined}
              className={styles.input}
              onBlur={onBlur}
              onClick={(event) => readOnly && event.preventDefault()}
              onDragEnter={() => setOver(true)}
              onDragLeave={() => setOver(false)}
              onDrop={() => setOver(false)}
              onChange={(event) => {
                const files = [...(event.target.files ?? [])];
                // Allows choosing the same file again after its removal.
                event.target.value = "";
                if (files[0]) onValue(files[0]);
                if (files.length) onFiles?.(files);
              }}
            />
          </div>
        </div>
      )}
    </Field>
  );
}
