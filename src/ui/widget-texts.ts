/**
 * The widgets' own texts. The page replaces them at the start (`Object.assign(widgetTexts, …)`), so that a second
 * language is one file (specification 20.2).
 */
export const widgetTexts = {
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
};
