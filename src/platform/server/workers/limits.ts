import { seconds } from "../../contract/durations.ts";

/** Interval of a worker's heartbeat, in milliseconds. */
export const aliveEveryMs = seconds(5);
/** A worker that missed more heartbeats than this is killed and replaced. */
export const maxMissed = 6;
