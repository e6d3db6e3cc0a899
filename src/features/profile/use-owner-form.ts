import { useApp } from "../../app/app-context.ts";
import type { FormErrors } from "../../app/form-errors.ts";
import { networkMessage } from "../../app/network-message.ts";
import { reachServer } from "../../app/reach-server.ts";
import { texts } from "../../texts/texts.ts";
import { errorMessage, isNetworkFailure } from "../auth/error-sentence.ts";
import { fieldOf } from "./account-flows.ts";

/**
 * For `onSubmit` of the forms that ask for the current password: says that there is no network before anything is sent,
 * and puts what the provider refused beside its field.
 * @param toastFailure the general toast, too, when nothing in the form has to change (specification 9.3)
 */
export function useOwnerForm({ toastFailure = false } = {}): (flow: () => Promise<void>) => Promise<FormErrors> {
  const app = useApp();
  return async (flow) => {
    if (!(await reachServer(app))) return { "": networkMessage(app.online, texts.app.needsNetwork) };
    try {
      await flow();
      return {};
    } catch (failure) {
      const field = fieldOf(failure);
      if (toastFailure && field === "" && !isNetworkFailure(failure)) app.toaster.failure(texts.app.failed);
      return { [field]: errorMessage(failure, app) };
    }
  };
}
