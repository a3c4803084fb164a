import { seconds } from "../durations.ts";

/** How long a change can be undone, in seconds. */
export const undoSeconds = 10;

/** How long an undo is accepted: the request may arrive late. */
export const undoLifetimeMs = seconds(undoSeconds + 5);

/** The token that undoes a change. In the body of a request, because paths are logged. */
export interface UndoToken {
  readonly undo: string;
}

export interface Undoable {
  /** The token; null if nothing changed. */
  readonly undo: string | null;
}

export interface Undone {
  /** Records that are as before; the others changed since. */
  readonly restored: number;
}
