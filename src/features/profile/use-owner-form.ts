import { ApiError } from "../../api/api-error.ts";
import { useApp } from "../../app/app-context.ts";
import type { FormErrors } from "../../app/form-errors.ts";
import { reachServer } from "../../app/reach-server.ts";
import { IdentityError } from "../../identity/identity.ts";
import { texts } from "../../texts/texts.ts";
import { errorSentence } from "../auth/error-sentence.ts";
import { fieldOf } from "./account-flows.ts";

/**
 * For `onSubmit` of the forms that ask for the current password: says that there is no network before anything is sent,
 * and puts what the provider refused beside its field.
 * @param toastFailure the general toast, too, when nothing in the form has to change (specification 9.3)
 */
export function useOwnerForm({ toastFailure = false } = {}): (flow: () => Promise<void>) => Promise<FormErrors> {
  const app = useApp();
  return async (flow) => {
    if (!(await reachServer(app))) return { "": texts.app.needsNetwork };
    try {
      await flow();
      return {};
    } catch (failure) {
      const field = fieldOf(failure);
      if (toastFailure && field === "" && !isNetwork(failure)) app.toaster.failure(texts.app.failed);
      return { [field]: errorSentence(failure) };
    }
  };
}

function isNetwork(failure: unknown): boolean {
  const cause = failure instanceof Error ? failure.cause : undefined;
  if (cause instanceof ApiError) return cause.isNetwork;
  return cause instanceof IdentityError && ["auth/network-request-failed", "auth/timeout"].includes(cause.code);
}
