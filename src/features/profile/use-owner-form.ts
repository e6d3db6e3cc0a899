import { useApp } from "../../app/app-context.ts";
import type { FormErrors } from "../../app/form-errors.ts";
import { networkMessage } from "../../app/network-message.ts";
import { reachServer } from "../../app/reach-server.ts";
import { useFormFate } from "../../app/use-form-fate.ts";
import { texts } from "../../texts/texts.ts";
import { formMessage, isNetworkFailure } from "../auth/form-message.ts";
import { fieldOf } from "./account-flows.ts";

/**
 * For `onSubmit` of the forms that ask for the current password: says that there is no network before anything is sent,
 * puts what the provider refused beside its field, and calls `onDone` if the form is still there. A failure has a toast
 * once the form is gone (specification 9.3).
 * @param toastsFailure the toast, too, when nothing in the form has to change
 */
export function useOwnerForm({ toastsFailure = false } = {}) {
  const app = useApp();
  const watchForm = useFormFate();
  return async (flow: () => Promise<void>, onDone = () => {}): Promise<FormErrors> => {
    const { isShown, toastFailure } = watchForm();
    if (!(await reachServer(app))) {
      if (!isShown()) toastFailure();
      return { "": networkMessage(app.online, texts.app.needsNetwork) };
    }
    let wasAway = false;
    const unwatch = app.online.subscribe(() => (wasAway ||= !app.online.get()));
    try {
      await flow();
    } catch (failure) {
      const field = fieldOf(failure);
      const isOfForm = toastsFailure && field === "" && !isNetworkFailure(failure);
      if (isOfForm || !isShown()) toastFailure();
      return { [field]: formMessage(failure, app, wasAway) };
    } finally {
      unwatch();
    }
    if (isShown()) onDone();
    return {};
  };
}
