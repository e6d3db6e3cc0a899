/** Names the cover that a view transition moves between bar and full player (base.css); one element at a time has it. */
export const movingCover = { viewTransitionName: "player-cover" } as const;
