/** Case folding for searches, the same on page and server. */
export const foldCase = (text: string) => text.normalize("NFC").toLowerCase();
