import type { Transaction } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { isBegunByStaff } from "../../contract/staff-begun.ts";
import type { CaseTable } from "../tables.ts";
import { findAnswerDue } from "./answer-times.ts";

/** Stands for "never", in milliseconds: the latest time that JavaScript dates can hold. */
export const farFuture = 8_640_000_000_000_000;

export type ClockState = Pick<
  CaseTable,
  | "form"
  | "created_at"
  | "waiting_since"
  | "due_at"
  | "clock_from"
  | "clock_due"
  | "answered_at"
  | "closed_at"
>;

/** A clock: since when an answer is owed and when it is due, in milliseconds since 1970. */
export type Clock = Readonly<Record<"clock_from" | "clock_due", number>>;

export function isWaiting({ waiting_since: since }: Pick<ClockState, "waiting_since">): boolean {
  return since < farFuture;
}

/** Whether it had its first answer; what staff begin starts with it. */
export function wasAnswered({
  answered_at: at,
  form,
}: Pick<ClockState, "answered_at" | "form">): boolean {
  return at !== null || isBegunByStaff(form);
}

/** The clock of a case, which goes on while it is closed. */
export async function readClock(trx: Transaction<Database>, state: ClockState): Promise<Clock> {
  const { clock_from: from, clock_due: due, form, created_at: createdAt } = state;
  if (from !== null && due !== null) return { clock_from: from, clock_due: due };
  // A row of an older release, which forgot the clock of a closed case.
  if (isWaiting(state)) return { clock_from: state.waiting_since, clock_due: state.due_at };
  return { clock_from: createdAt, clock_due: await findAnswerDue(trx, form, createdAt) };
}

/** A clock that starts now, by the settings of now. */
export async function startClock(
  trx: Transaction<Database>,
  { form }: Pick<ClockState, "form">,
  now: number,
): Promise<Clock> {
  return { clock_from: now, clock_due: await findAnswerDue(trx, form, now) };
}

/**
 * The clock after a change. A case that waits for us goes on. One that reopens without ever having
 * been answered goes on from the original clock, as if it had not been closed; one that was answered
 * before starts a new one.
 * @param waits whether somebody waits for us after the change
 */
export async function clockAfter(
  trx: Transaction<Database>,
  state: ClockState,
  waits: boolean,
  now: number,
): Promise<Clock & Pick<CaseTable, "waiting_since" | "due_at">> {
  const reopens = waits && !isWaiting(state) && wasAnswered(state);
  const clock = reopens ? await startClock(trx, state, now) : await readClock(trx, state);
  return {
    ...clock,
    waiting_since: waits ? clock.clock_from : farFuture,
    due_at: waits ? clock.clock_due : farFuture,
  };
}
