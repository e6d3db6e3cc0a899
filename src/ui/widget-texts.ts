/** The widgets' own texts: they know no catalogue, which the page gives them by `setWidgetTexts` (specification 20.2). */
export const englishWidgets = {
  close: "Close",
  dismiss: "Dismiss",
  loading: "Loading",
  notifications: "Notifications",
  showPassword: "Show password",
  hidePassword: "Hide password",
  show: "Show",
  hide: "Hide",
  chooseFile: "Choose a file or drop it here",
  chooseFiles: "Choose files or drop them here",
  chooseImage: "Choose an image or drop it here",
  removeFile: (name: string) => `Remove ${name}`,
  currentImage: "the image",
  optional: "optional",
  /** The size of a file, as the language writes it. */
  bytes: (size: number) => `${size} bytes`,
  /** An error of a schema, in this language. */
  sentence: (english: string) => english,
};

type WidgetTexts = { readonly [K in keyof typeof englishWidgets]: (typeof englishWidgets)[K] };

/** A live binding, as `texts` is. */
export let widgetTexts: WidgetTexts = englishWidgets;

export function setWidgetTexts(words: WidgetTexts): void {
  widgetTexts = words;
}
