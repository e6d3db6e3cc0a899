/** Names of the databases of sign-ins that do not outlive the browser (specification 2.19). */
const prefix = "offbeat-volatile-";

/** @param id random */
export const volatileName = (uid: string, id: string): string => `${prefix}${uid}.${id}`;

export const isVolatileName = (name: string): boolean => name.startsWith(prefix);

export const uidOfVolatile = (name: string): string => name.slice(prefix.length, name.lastIndexOf("."));
