import type { App } from "../../app/app-context.ts";
import { texts } from "../../texts/texts.ts";
import { reportGone } from "./gone-songs.ts";

/** Reports a song that its owner deleted or hid, and names it. */
export function tellGone(app: Pick<App, "toaster">, songId: string, title: string | undefined): void {
  reportGone(app, [songId]);
  nameGone(app, songId, title);
}

/** Names a song that was reported; once, no matter who notices it first. */
export function nameGone(app: Pick<App, "toaster">, songId: string, title: string | undefined): void {
  app.toaster.show({ kind: "info", text: texts.app.goneSong(title), id: `gone-${songId}` });
}
