import type Dexie from "dexie";

/** Counts the rows that a database reads by key and writes from now on, by table. */
export function countRows(db: Dexie) {
  const read = new Map<string, number>();
  const written = new Map<string, number>();
  const add = (to: typeof read, table: string, rows: number) => to.set(table, (to.get(table) ?? 0) + rows);
  db.use({
    stack: "dbcore",
    name: "count-rows",
    create: (core) => ({
      ...core,
      table(name) {
        const table = core.table(name);
        return {
          ...table,
          getMany(request) {
            add(read, name, request.keys.length);
            return table.getMany(request);
          },
          async query(request) {
            const answer = await table.query(request);
            if (request.values === true) add(read, name, answer.result.length);
            return answer;
          },
          mutate(request) {
            if (request.type === "add" || request.type === "put") add(written, name, request.values.length);
            return table.mutate(request);
          },
        };
      },
    }),
  });
  // Opened again, with what counts.
  db.close({ disableAutoOpen: false });
  return { read: (table: string) => read.get(table) ?? 0, written: (table: string) => written.get(table) ?? 0 };
}
