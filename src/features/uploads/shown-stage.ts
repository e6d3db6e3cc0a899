import type { SendingRow } from "./upload-state.ts";

/** Shows "checking" while the server inspects a completely sent file. */
export const shownStage = ({ stage, share }: Pick<SendingRow, "stage" | "share">) =>
  (stage === "audio" || stage === "cover") && share === 1 ? "checking" : stage;
