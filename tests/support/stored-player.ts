/** In the page: what it has stored of its player (specification 6.25), as text by account; nothing before it is stored. */
export async function storedPlayer(): Promise<string[]> {
  const stored = [];
  for (const { name = "" } of await indexedDB.databases()) {
    if (!name.startsWith("offbeat-account-")) continue;
    const opening = indexedDB.open(name);
    await new Promise((resolve) => (opening.onsuccess = resolve));
    const reading = opening.result.transaction("player").objectStore("player").getAll();
    await new Promise((resolve) => (reading.onsuccess = resolve));
    opening.result.close();
    if (reading.result.length > 0) stored.push(JSON.stringify(reading.result));
  }
  return stored;
}
