import type { ComponentProps } from "react";
import { TextField } from "./TextField.tsx";

/** An address, which no keyboard shall capitalise or correct. By default it is the name of who signs in. */
export const EmailField = (props: Omit<ComponentProps<typeof TextField>, "type">) => (
  <TextField autoComplete="username" {...props} type="email" autoCapitalize="none" spellCheck={false} />
);
