import type { App } from "./app-context.ts";

/** Whether the server can be reached; asks it if the last call failed, because the user wants the state of now. */
export async function reachServer({ online, config }: Pick<App, "online" | "config">): Promise<boolean> {
  if (online.get()) return true;
  const isReached = await config.refresh().then(
    () => true,
    () => false,
  );
  online.report(isReached);
  return isReached;
}
