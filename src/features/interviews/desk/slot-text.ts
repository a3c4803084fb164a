import { deskPaths } from "../../../platform/contract/desk/paths.ts";
import { deskRequest } from "../../../platform/desk/data/desk-request.ts";
import { formatClock } from "../../../platform/desk/format/times.ts";
import type { Outcome } from "../../../platform/site/runtime/api.ts";
import { type DeskSlot, interviewEndpoints } from "../contract/endpoints.ts";
import { type InterviewState, kindNames } from "../contract/interviews.ts";

/** The page with the week of a day. @param day YYYY-MM-DD */
export function weekPath(day: string): string {
  return `${deskPaths.interviews}?week=${day}`;
}

/** "10:30 am, by phone, 20 minutes". */
export function describeDeskSlot({ startsAt, kind, minutes }: DeskSlot): string {
  const how = kindNames[kind].toLowerCase();
  return `${formatClock(Date.parse(startsAt))}, ${how}, ${minutes} minutes`;
}

export const stateNames: Readonly<Record<InterviewState, string>> = {
  offered: "Times are offered",
  booked: "A time is chosen",
  canceled: "The applicant canceled",
  done: "Took place",
  "no-show": "Did not come",
  ended: "Called off",
};

export async function sendInterviewUndo(undo: string): Promise<Outcome<string>> {
  const outcome = await deskRequest(interviewEndpoints.undo, { undo });
  if (!outcome.ok) return outcome;
  const isDone = outcome.data.restored > 0;
  const data = isDone ? "It is as before." : "It was changed since and was left alone.";
  return { ok: true, data };
}
