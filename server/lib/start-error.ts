/** A start failure that the operator can fix; its message is one line. */
export class StartError extends Error {}
