/** The text in the search box, which the bar and the screen `/search` share. */
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";

interface SearchText {
  text: string;
  setText: (text: string) => void;
}

const Context = createContext<SearchText | null>(null);
/** By itself, for what a key press shall not render again. */
const SetContext = createContext<SearchText["setText"]>(() => {});

export function SearchTextProvider({ children }: { children: ReactNode }) {
  const [text, setText] = useState("");
  const value = useMemo(() => ({ text, setText }), [text]);
  return (
    <SetContext value={setText}>
      <Context value={value}>{children}</Context>
    </SetContext>
  );
}

export function useSearchText(): SearchText {
  const value = useContext(Context);
  if (value === null) throw new Error("The search is a part of the members' frame");
  return value;
}

export const useSetSearchText = () => useContext(SetContext);
