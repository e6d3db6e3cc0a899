import { type ReactNode, StrictMode } from "react";
import { Toasts } from "../routes/Toasts.tsx";
import type { Toaster } from "../ui/toaster.ts";

/** The page's root element. Toasts survive the switch from a visitor's screen to the app. */
export const pageOf = (content: ReactNode, toaster: Toaster): ReactNode => (
  <StrictMode>
    <Toasts toaster={toaster}>{content}</Toasts>
  </StrictMode>
);
