/** A row of the player's table, as the page writes it. */
interface StoredRow {
  name: "queue" | "place";
  value: { position?: number };
}

/** What all accounts have stored of the player (specification 6.25). Runs in the page, so it names nothing from outside. */
export async function storedPlayer(): Promise<StoredRow[]> {
  const stored: StoredRow[] = [];
  for (const { name = "" } of await indexedDB.databases()) {
    if (!name.startsWith("offbeat-account-")) continue;
    const opening = indexedDB.open(name);
    await new Promise((resolve) => (opening.onsuccess = resolve));
    const reading: IDBRequest<StoredRow[]> = opening.result.transaction("player").objectStore("player").getAll();
    await new Promise((resolve) => (reading.onsuccess = resolve));
    opening.result.close();
    stored.push(...reading.result);
  }
  return stored;
}
