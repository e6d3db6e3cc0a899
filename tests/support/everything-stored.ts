/**
 * All texts in storages and databases of the device, the caches and databases of accounts, and the records of volatile
 * databases. Runs in the page, so it names nothing from outside.
 */
export async function everythingStored(): Promise<{
  texts: string[];
  caches: string[];
  accounts: string[];
  records: string[];
}> {
  const texts = [`localStorage ${JSON.stringify(localStorage)}`, `sessionStorage ${JSON.stringify(sessionStorage)}`];
  const names = (await indexedDB.databases()).map(({ name = "" }) => name);
  for (const name of names) {
    const opening = indexedDB.open(name);
    await new Promise((resolve) => (opening.onsuccess = resolve));
    for (const table of opening.result.objectStoreNames) {
      const reading = opening.result.transaction(table).objectStore(table).getAll();
      await new Promise((resolve) => (reading.onsuccess = resolve));
      texts.push(`${name} ${table} ${JSON.stringify(reading.result)}`);
    }
    opening.result.close();
  }
  return {
    texts,
    caches: (await caches.keys()).filter((name) => name.startsWith("offbeat-")),
    accounts: names.filter((name) => name.startsWith("offbeat-account-")),
    records: Object.keys(localStorage).filter((name) => name.startsWith("offbeat-volatile-")),
  };
}
