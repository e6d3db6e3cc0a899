import type { App } from "../../app/app-context.ts";
import { texts } from "../../texts/texts.ts";

/** Names a song that its owner deleted or hid; once, whoever notices it first. */
export const tellGone = ({ toaster }: Pick<App, "toaster">, songId: string, title: string | undefined) =>
  toaster.show({ kind: "info", text: texts.app.goneSong(title), id: `gone-${songId}` });
