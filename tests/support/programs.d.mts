export function findBrowser(): string | undefined;
export function findFfmpeg(): string | undefined;
export function findFirefox(): string | undefined;
export function findProgram(name: string): string | undefined;
export function findWebKit(): { driver: string; browser: string; display: string } | undefined;
export function installMissing(): Promise<unknown>;
export function requirePrograms(): void;
export function hasPostgres(): boolean;
