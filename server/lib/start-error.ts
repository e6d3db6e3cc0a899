/** A reason not to start that a person can do something about; its message is one line. */
export class StartError extends Error {}
