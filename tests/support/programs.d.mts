export function findBrowser(): string | undefined;
export function findFfmpeg(): string | undefined;
export function installMissing(): Promise<unknown>;
export function requirePrograms(): void;
export function hasPostgres(): boolean;
