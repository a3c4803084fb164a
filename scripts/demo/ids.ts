import { randomUUIDv7 } from "node:crypto";

/** A version 7 UUID for a time, so that the demo's records sort by time. */
export function orderedIdAt(time: number): string {
  const digits = Math.floor(time).toString(16).padStart(12, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8)}-${randomUUIDv7().slice(14)}`;
}
