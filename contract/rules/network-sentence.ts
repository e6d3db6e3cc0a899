/** The message for requests without a response, to our API and to the identity provider. */
export const networkSentence = "There is no connection to the server. Check your network and try again";
