/** What React DOM renders with. */
declare module "scheduler" {
  /** 0 sets what is usual. */
  export function unstable_forceFrameRate(framesPerSecond: number): void;
  export function unstable_scheduleCallback(priority: number, callback: () => void): void;
  export function unstable_shouldYield(): boolean;
  export const unstable_NormalPriority: number;
}
