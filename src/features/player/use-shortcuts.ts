/** Handles the player's keyboard shortcuts while the bar is mounted (specification 20.9). */
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { afterPaint } from "../../lib/after-paint.ts";
import { forwardFrom, seekStep, type Shortcut, shortcutOf } from "./shortcuts.ts";
import type { Player } from "./player.ts";

/** What the screen does: likes the current song, opens or closes the queue, shows the shortcuts. */
type ScreenCommands = Record<"like" | "queue" | "help", () => void>;

export function useShortcuts(player: Player, commands: ScreenCommands): void {
  const openSearch = useOpenSearch();
  const run = useEffectEvent((shortcut: Shortcut) => {
    if (shortcut === "like" || shortcut === "queue" || shortcut === "help") commands[shortcut]();
    else if (shortcut === "search") openSearch();
    else runCommand(player, shortcut);
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      const shortcut = shortcutOf({ ...keysOf(event), target });
      if (shortcut === undefined || isBehindDialog()) return;
      const needsSong = shortcut !== "help" && shortcut !== "search";
      if (needsSong && player.state().track === null) return;
      // A held key may repeat a seek, but not toggle playback.
      if (event.repeat && shortcut !== "back" && shortcut !== "forward") return;
      event.preventDefault();
      run(shortcut);
    };
    // On the window, so that every widget handles the key first.
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [player]);
}

function runCommand(player: Player, shortcut: Exclude<Shortcut, keyof ScreenCommands | "search">): void {
  const engine = player.engine();
  switch (shortcut) {
    case "toggle":
      return player.toggle();
    case "previous":
      return engine?.previous();
    case "next":
      return engine?.next();
    case "back":
      return engine?.seek(player.position() - seekStep);
    case "forward": {
      const position = player.position();
      const to = forwardFrom(position, player.state().duration);
      return to > position ? engine?.seek(to) : undefined;
    }
    case "mute":
      return player.toggleMute();
  }
}

/** Goes to the search field; a phone's stands on a screen of its own. */
function useOpenSearch(): () => void {
  const navigate = useNavigate();
  return () => {
    const field = visibleSearchField();
    // Its text is selected, so that typing begins a new search.
    if (field) field.select();
    // After the focus has come to the new screen.
    else void navigate({ to: "/search" }).then(() => afterPaint(() => visibleSearchField()?.select()));
  };
}

const visibleSearchField = () =>
  [...document.querySelectorAll<HTMLInputElement>("[role=search] input")].find((field) => field.offsetParent !== null);

/** Marks the content of the player's own sheet. */
export const sheetMark = "data-player-sheet";

const isBehindDialog = () =>
  [...document.querySelectorAll("dialog[open]")].some((dialog) => dialog.querySelector(`[${sheetMark}]`) === null);

const keysOf = (event: KeyboardEvent) => ({
  key: event.key,
  shiftKey: event.shiftKey,
  ctrlKey: event.ctrlKey,
  altKey: event.altKey,
  metaKey: event.metaKey,
  isComposing: event.isComposing,
  defaultPrevented: event.defaultPrevented,
});
