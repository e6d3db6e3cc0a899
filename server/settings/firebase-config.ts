/** `FIREBASE_CONFIG`: the web configuration of a Firebase project, as its console shows it (specification 16.3). */
import * as v from "valibot";

const message = "FIREBASE_CONFIG takes a project's web configuration in JSON, with apiKey, authDomain and projectId";

const host = v.regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/i, message);
const text = v.pipe(v.string(message), v.nonEmpty(message), v.maxLength(500, message));

const FirebaseConfig = v.objectWithRest(
  {
    apiKey: text,
    // The page may load frames of it: it goes into the content security policy.
    authDomain: v.pipe(text, host),
    projectId: v.pipe(text, v.regex(/^[a-z0-9-]+$/, message)),
  },
  text,
  message,
);
export type FirebaseConfig = v.InferOutput<typeof FirebaseConfig>;

/** From the text of the variable. */
export const firebaseConfig = v.pipe(v.string(), v.parseJson(undefined, message), FirebaseConfig);
