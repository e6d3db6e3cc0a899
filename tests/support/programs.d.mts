export function findBrowser(): string | undefined;
export function findFfmpeg(): string | undefined;
export function ensurePrograms(): void;
export function ensurePostgres(): boolean;
