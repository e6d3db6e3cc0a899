import { type ComponentProps, useState } from "react";
import { useApp } from "../../app/app-context.ts";
import { texts } from "../../texts/texts.ts";
import { FileField } from "../../ui/FileField.tsx";
import { type FormImage, imageTypes } from "./form-image.ts";

type Props = Pick<
  ComponentProps<typeof FileField>,
  "label" | "name" | "error" | "hint" | "optional" | "disabled" | "readOnly" | "className" | "onBlur"
> & {
  value: FormImage;
  onValue: (image: FormImage) => void;
};

/** Chooses a form's image by picker or drop, and shows it; a press on the preview takes it out (specification 3.16.7). */
export function ImageField({ value, onValue, onBlur, ...field }: Props) {
  const { config } = useApp();
  const [broken, setBroken] = useState<File>();
  const change = (image: FormImage) => {
    onValue(image);
    // The error of a wrong file shows at once: the choice is complete.
    onBlur?.();
  };
  return (
    <FileField
      {...field}
      preview
      accept={imageTypes}
      touchPrompt={texts.images.choose}
      // No error: forms send it all the same, and the server decides.
      hint={value !== null && value === broken && !field.error ? texts.images.notShown : field.hint}
      value={value instanceof File ? value : null}
      onBroken={setBroken}
      current={typeof value === "string" ? config.mediaUrl(value) : null}
      onValue={change}
      onRemoveCurrent={() => change(null)}
      {...(onBlur && { onBlur })}
    />
  );
}
