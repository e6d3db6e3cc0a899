import { tabValue } from "../../lib/tab-value.ts";

/**
 * The place in the queue at which this tab's page was left, in session storage: WebKit takes no write to a database from
 * a page that goes. The next page of the tab brings it into the database.
 */
export const leftPlace = tabValue("offbeat.place");
