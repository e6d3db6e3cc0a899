/** Parses FIREBASE_CONFIG: a Firebase project's web configuration as its console shows it. */
import * as v from "valibot";

const message = "FIREBASE_CONFIG takes a project's web configuration in JSON, with apiKey, authDomain and projectId";

const host = v.regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/i, message);
const text = v.pipe(v.string(message), v.nonEmpty(message), v.maxLength(500, message));

const FirebaseConfig = v.objectWithRest(
  {
    apiKey: text,
    // Goes into the content security policy: the page loads frames from it.
    authDomain: v.pipe(text, host),
    projectId: v.pipe(text, v.regex(/^[a-z0-9-]+$/, message)),
  },
  text,
  message,
);
export type FirebaseConfig = v.InferOutput<typeof FirebaseConfig>;

/** Parses the variable's JSON. */
export const firebaseConfig = v.pipe(v.string(), v.parseJson(undefined, message), FirebaseConfig);
