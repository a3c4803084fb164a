import { randomUUIDv7 } from "node:crypto";

/** A UUID of version 7 of a time, so that the demo's records sort by their times. */
export function orderedIdAt(time: number): string {
  const digits = Math.floor(time).toString(16).padStart(12, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8)}-${randomUUIDv7().slice(14)}`;
}
