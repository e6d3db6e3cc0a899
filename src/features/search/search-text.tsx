/** The text in the search box, which the bar and the screen `/search` share. */
import { useNavigate } from "@tanstack/react-router";
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { useCarriedState } from "../../ui/carried-state.ts";

interface SearchText {
  text: string;
  setText: (text: string) => void;
  /** Takes the text that the box opened the screen with. The one in the box may be another by then. */
  takeOpenedWith: () => string | undefined;
}

interface Steady extends Pick<SearchText, "setText" | "takeOpenedWith"> {
  noteOpenedWith: (text: string) => void;
}

const Context = createContext<SearchText | null>(null);
/** What never changes by itself, for what a key press shall not render again. */
const SteadyContext = createContext<Steady | null>(null);

export function SearchTextProvider({ children }: { children: ReactNode }) {
  const [text, setText] = useCarriedState("search", "");
  const [note] = useState(createNote);
  const steady = useMemo(() => ({ setText, ...note }), [setText, note]);
  const value = useMemo(() => ({ text, ...steady }), [text, steady]);
  return (
    <SteadyContext value={steady}>
      <Context value={value}>{children}</Context>
    </SteadyContext>
  );
}

function createNote(): Omit<Steady, "setText"> {
  let noted: string | undefined;
  return {
    noteOpenedWith: (text) => void (noted = text),
    takeOpenedWith() {
      const taken = noted;
      noted = undefined;
      return taken;
    },
  };
}

function need<T>(value: T | null): T {
  if (value === null) throw new Error("The search is a part of the members' frame");
  return value;
}

export const useSearchText = (): SearchText => need(useContext(Context));

export const useSetSearchText = () => need(useContext(SteadyContext)).setText;

/** Opens the screen of all results. */
export function useOpenResults(): (text: string) => void {
  const { setText, noteOpenedWith } = need(useContext(SteadyContext));
  const navigate = useNavigate();
  return (text) => {
    const q = text.trim();
    setText(q);
    noteOpenedWith(q);
    void navigate({ to: "/search", search: { q } });
  };
}
