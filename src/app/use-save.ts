import { ApiError } from "../api/api-error.ts";
import { texts } from "../texts/texts.ts";
import { useApp } from "./app-context.ts";
import { type FormErrors, formErrors } from "./form-errors.ts";
import { networkMessage } from "./network-message.ts";
import { reachServer } from "./reach-server.ts";
import { useFormFate } from "./use-form-fate.ts";

/**
 * Runs what a form does on submit, for `useForm`'s `onSubmit`: without a network it says so and sends nothing, and a
 * failure becomes messages beside what was typed. A refusal that nothing in the form explains has a toast, too, and so has
 * any failure once the form is gone (specification 9.3).
 * @param offline what to say without a network, where nothing was typed
 */
export function useSave(
  offline: string = texts.app.needsNetwork,
): (save: () => Promise<FormErrors | void>) => Promise<FormErrors | void> {
  const app = useApp();
  const watchForm = useFormFate();
  return async (save) => {
    const { isShown, toastFailure } = watchForm();
    if (!(await reachServer(app))) {
      if (!isShown()) toastFailure();
      return { "": networkMessage(app.online, offline) };
    }
    try {
      return await save();
    } catch (error) {
      // By the user; or the account was signed out, and the form is gone.
      if (error instanceof ApiError && error.code === "aborted") return { "": texts.files.notSaved };
      const isExplained =
        error instanceof ApiError && (error.status !== undefined || ["network", "file-gone"].includes(error.code));
      if (!isExplained) console.error("A form could not be saved", error);
      const errors = formErrors(error, networkMessage(app.online, offline));
      const isOfForm = errors[""] !== undefined && !(error instanceof ApiError && error.isNetwork);
      if (isOfForm || !isShown()) toastFailure();
      return errors;
    }
  };
}
