/** Where who is signed in is kept, in local storage (specification 2). */
export const sessionStorageKey = "user";
