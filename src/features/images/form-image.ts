/** The image of a form: a new file, the URL of the present image, or null for none (specification 4.14, 8.12). */
import * as v from "valibot";
import { imageExtensions } from "../../../contract/media.ts";
import { texts } from "../../texts/texts.ts";

export type FormImage = File | string | null;

/** The file picker's filter. */
export const imageTypes = [...imageExtensions, "image/jpeg", "image/png"].join(",");

type Facts = Pick<File, "name" | "size">;

/** The error of a chosen file; undefined if it may be sent. The server checks its content. */
export function imageProblem(file: Facts, maxBytes: number | undefined): string | undefined {
  const name = file.name.toLowerCase();
  if (!imageExtensions.some((extension) => name.endsWith(extension))) return texts.images.notImage;
  if (file.size === 0) return texts.files.empty;
  return maxBytes !== undefined && file.size > maxBytes ? texts.files.tooLarge(maxBytes) : undefined;
}

/** A form's field; `maxBytes` is the server's limit, undefined while unknown. */
export const imageSchema = (maxBytes: number | undefined) =>
  v.pipe(
    v.custom<FormImage>((value) => value === null || typeof value === "string" || value instanceof File),
    v.rawCheck(({ dataset: { value }, addIssue }) => {
      const problem = value instanceof File ? imageProblem(value, maxBytes) : undefined;
      if (problem !== undefined) addIssue({ message: problem });
    }),
  );
