/** What a form says: a sentence, or one that changes while it stands there. */
export type Message = string | ChangingMessage;

export interface ChangingMessage {
  get(): string;
  /** Returns the function that ends the subscription. */
  subscribe(listener: () => void): () => void;
}

export function messageText(message: Message | undefined): string | undefined {
  return typeof message === "object" ? message.get() : message;
}
