import type { App } from "../../app/app-context.ts";
import { texts } from "../../texts/texts.ts";
import { reportGone } from "./gone-songs.ts";

/** Names a song that its owner deleted or hid; once, no matter who notices it first. */
export function tellGone(app: Pick<App, "toaster">, songId: string, title: string | undefined): void {
  reportGone(app, [songId]);
  app.toaster.show({ kind: "info", text: texts.app.goneSong(title), id: `gone-${songId}` });
}
