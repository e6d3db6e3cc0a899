import type { OrderedList } from "../../../contract/list-names.ts";
import type { App } from "../../app/app-context.ts";
import { idListQuery } from "../lists/id-list.ts";
import { partsOf, partsWithin, songsByIdQuery } from "./song-parts.ts";
import { firstRows } from "./use-near-parts.ts";

/**
 * Reads a list and its first songs, so that its screen need not ask for one after the other once its script is there. The
 * screen asks again for what fails. Never rejects.
 * @param name names the list in the query keys of its songs
 */
export async function prefetchList({ api, queryClient, account }: App, list: OrderedList, name: string): Promise<void> {
  const open = account();
  if (open === undefined) return;
  const heard = await queryClient.fetchQuery(idListQuery(api, open, list)).catch(() => undefined);
  // Signed out meanwhile: nothing more of this account may be asked for.
  if (heard === undefined || account() !== open) return;
  const first = partsWithin(partsOf(heard.value), { first: 0, end: firstRows });
  await Promise.all(first.map((part) => queryClient.prefetchQuery(songsByIdQuery(api, open, name, part))));
}
