import { type ReactNode, StrictMode } from "react";
import { Toasts } from "../routes/Toasts.tsx";
import type { Toaster } from "../ui/toaster.ts";

/** What is on the page; toasts stay what they are when the app takes a visitor's screen over. */
export const pageOf = (content: ReactNode, toaster: Toaster): ReactNode => (
  <StrictMode>
    <Toasts toaster={toaster}>{content}</Toasts>
  </StrictMode>
);
