/**
 * Case folding for searches, the same on page and server (specification 3.8.1). Letters of full width are as the usual
 * ones, and any white space is one space.
 */
export const foldCase = (text: string) => text.normalize("NFKC").replace(/\s+/gu, " ").trim().toLowerCase();
