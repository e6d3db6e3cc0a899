import type { ComponentProps } from "react";
import { genres } from "../../../contract/rules/genres.ts";
import { texts } from "../../texts/texts.ts";
import { SelectField } from "../../ui/SelectField.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { ImageField } from "../images/ImageField.tsx";
import styles from "./SongFields.module.css";

type SongFieldName = "title" | "artist" | "album" | "genre";

type Props = {
  field: (name: SongFieldName) => Omit<ComponentProps<typeof TextField>, "label" | "ref">;
  cover: Omit<ComponentProps<typeof ImageField>, "label">;
};

/** Title, artist, album, genre and cover of a song, in the dialogs of upload and edit (specification 3.16.1, 3.16.6). */
export function SongFields({ field, cover }: Props) {
  const { name, value, error, readOnly, onValue, onBlur } = field("genre");
  return (
    <div className={styles.fields}>
      <TextField label={texts.songForm.title} autoComplete="off" {...field("title")} />
      <TextField label={texts.songForm.artist} autoComplete="off" {...field("artist")} />
      <TextField label={texts.songForm.album} autoComplete="off" optional {...field("album")} />
      <SelectField
        label={texts.songForm.genre}
        options={genres}
        placeholder={texts.songForm.genrePlaceholder}
        {...{ value, error, onValue }}
        {...(name && { name })}
        {...(readOnly && { readOnly })}
        {...(onBlur && { onBlur })}
      />
      <ImageField className={styles.wide} label={texts.songForm.cover} optional {...cover} />
    </div>
  );
}
