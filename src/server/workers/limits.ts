import { seconds } from "../platform/durations.ts";

/** How often a worker says that its event loop runs, in milliseconds. */
export const aliveEveryMs = seconds(5);
/** A worker that missed so many is killed and replaced. */
export const maxMissed = 6;
