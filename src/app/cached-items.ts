/**
 * Changes one song or playlist in every cached answer, so that no screen shows the old one until its refetch. Answers are
 * lists of ids, lists of items, or objects that contain such lists; ids are unique among all kinds.
 */
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { hasSameItems } from "../../contract/rules/same-items.ts";

interface Item {
  _id: string;
}

/** Replaces the item wherever it is cached. Returns the keys of the queries that changed. */
export const replaceCached = (client: QueryClient, item: Item): QueryKey[] =>
  changeAll(client, (data) => mapItem(data, item._id, (old) => [pickLike(old, item)]));

/** Removes the item and its id from every cached list. Returns the keys of the queries that changed. */
export const removeCached = (client: QueryClient, id: string): QueryKey[] =>
  changeAll(client, (data) => mapItem(data, id, () => []));

function changeAll(client: QueryClient, change: (data: unknown) => unknown): QueryKey[] {
  const changed: QueryKey[] = [];
  for (const query of client.getQueryCache().findAll({ fetchStatus: "fetching" }))
    // Not all are begun again below: a first request, and one whose answer brings the item.
    query.fetch().then(
      () => changeOne(client, query.queryKey, change),
      () => {},
    );
  for (const [key] of client.getQueriesData({})) if (changeOne(client, key, change)) changed.push(key);
  return changed;
}

function changeOne(client: QueryClient, key: QueryKey, change: (data: unknown) => unknown): boolean {
  const data = client.getQueryData<unknown>(key);
  const after = change(data);
  if (after === data) return false;
  client.setQueryData(key, after);
  // Ends a request that began before the change, whose answer would bring the old item back; and asks again, as what was
  // changed may be old or, by another device, newer.
  void client.invalidateQueries({ queryKey: key, exact: true });
  return true;
}

/** Returns the same value if the item does not occur in it. An item that is no list's element can only be replaced. */
function mapItem(value: unknown, id: string, change: (old: unknown) => unknown[]): unknown {
  if (Array.isArray(value)) {
    const after = value.flatMap((one: unknown) => (idOf(one) === id ? change(one) : [mapItem(one, id, change)]));
    return hasSameItems(after, value) ? value : after;
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([key, one]) => {
    const [after = one] = isRecord(one) && one["_id"] === id ? change(one) : [mapItem(one, id, change)];
    return [key, after] as const;
  });
  return entries.every(([key, after]) => after === value[key]) ? value : Object.fromEntries(entries);
}

/** A list holds ids or whole items. */
const idOf = (one: unknown) => (isRecord(one) ? one["_id"] : one);

/** An id stays; an item takes the new values of the fields that it has, as some lists hold a part of them only. */
function pickLike(old: unknown, item: object): unknown {
  if (!isRecord(old)) return old;
  const fresh: Record<string, unknown> = { ...item };
  return Object.fromEntries(Object.entries(old).map(([key, value]) => [key, key in fresh ? fresh[key] : value]));
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
