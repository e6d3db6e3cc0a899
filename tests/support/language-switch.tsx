import { Fragment, type ReactNode, useState } from "react";
import { carryState } from "../../src/ui/carried-state.ts";

/** Its button mounts what is in it anew, as a choice of another language does (specification 20.21). */
export function LanguageSwitch({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState("en");
  const speak = () => {
    carryState();
    setLanguage("de");
  };
  return (
    <>
      <button onClick={speak}>Deutsch</button>
      <Fragment key={language}>{children}</Fragment>
    </>
  );
}
