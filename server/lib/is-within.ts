/** Whether less than `ms` lie between `at` and `now`: the clock may have been set back since. All in milliseconds. */
export const isWithin = (ms: number, at: number, now: number): boolean => Math.abs(now - at) < ms;
