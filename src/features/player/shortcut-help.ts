import { createStore } from "../../lib/store.ts";

/** Whether the list of keyboard shortcuts is open: `?` opens it, and the account menu. */
export const shortcutHelp = createStore(false);
