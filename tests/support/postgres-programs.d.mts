/** See postgres-programs.mjs. */
export function findPostgres(): string | undefined;
