/** States that both sides know; "": absent. */
export type SharedState = "" | "reader" | "left" | "suppressed";

/** The result that makes both sides equal. */
export interface Reconciled {
  /** State that both have afterwards. */
  readonly state: SharedState;
  readonly changesHere: boolean;
  readonly changesThere: boolean;
}

const strictness: readonly SharedState[] = ["", "reader", "left", "suppressed"];

/**
 * Decides between the two sides by what they last agreed on: the side that changed wins. If both
 * did, or they never agreed, the stricter state wins. Only the person can restore an address, and
 * only here, not in listmonk. Equal sides stay as they are, so no change can loop.
 * @param known the state that both had last
 */
export function reconcile(here: SharedState, there: SharedState, known: SharedState): Reconciled {
  const state = decide(here, there, known);
  return { state, changesHere: state !== here, changesThere: state !== there };
}

function decide(here: SharedState, there: SharedState, known: SharedState): SharedState {
  if (here === there || there === known) return here;
  const rank = (state: SharedState) => strictness.indexOf(state);
  // A subscriber who was deleted there is added again: leaving has a state of its own.
  if (rank(there) > rank(here)) return there;
  return here;
}
