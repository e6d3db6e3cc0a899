/** For calls that nobody answers, ours and the identity provider's alike. */
export const networkSentence = "There is no connection to the server. Check your network and try again";
