/** The text in the search box, which the bar and the screen `/search` share. */
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";

interface SearchText {
  text: string;
  setText: (text: string) => void;
  handOver: HandOver;
}

/** The text with which the box opens the screen, until that is there: the one in the box may be another by then. */
interface HandOver {
  give: (text: string) => void;
  take: () => string | undefined;
}

const Context = createContext<SearchText | null>(null);
/** By itself, for what a key press shall not render again. */
const SetContext = createContext<SearchText["setText"]>(() => {});

export function SearchTextProvider({ children }: { children: ReactNode }) {
  const [text, setText] = useState("");
  const [handOver] = useState(createHandOver);
  const value = useMemo(() => ({ text, setText, handOver }), [text, handOver]);
  return (
    <SetContext value={setText}>
      <Context value={value}>{children}</Context>
    </SetContext>
  );
}

function createHandOver(): HandOver {
  let given: string | undefined;
  return {
    give: (text) => void (given = text),
    take() {
      const taken = given;
      given = undefined;
      return taken;
    },
  };
}

export function useSearchText(): SearchText {
  const value = useContext(Context);
  if (value === null) throw new Error("The search is a part of the members' frame");
  return value;
}

export const useSetSearchText = () => useContext(SetContext);
