export function buildBareForm(folder: string): Promise<string>;
