/**
 * Case folding for searches, the same on page and server (specification 3.8.1). Letters of full width are as the usual
 * ones, both forms of the small sigma are one, and any white space is one space. What is folded stays as it is.
 */
export const foldCase = (text: string) =>
  // Again after it: a capital with a mark may have no code point of its own where the small letter has one.
  text
    .normalize("NFKC")
    // "ß" is "SS" as capitals, "ẞ" its own capital, and the Turkish capital with a dot leaves one behind its small letter.
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll("i\u0307", "i")
    .normalize("NFKC")
    .replaceAll("ς", "σ")
    .replace(/\s+/gu, " ")
    .trim();
