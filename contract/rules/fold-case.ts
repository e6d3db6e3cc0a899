/** The one way in which page and server compare texts without regard to case (specification 3.8.1, 13.6). */
export const foldCase = (text: string) => text.normalize("NFC").toLowerCase();
