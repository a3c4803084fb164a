import type { AnswerOutcome } from "../../contract/answers.ts";
import { isBegunByStaff } from "../../contract/staff-begun.ts";
import type { CaseTable } from "../tables.ts";
import { openScopes } from "./submitted-case.ts";

type Judged = Pick<
  CaseTable,
  "form" | "scope" | "status" | "due_at" | "answered_at" | "answer_in_time"
>;

/** How a message stands with its answer, by the rules that the overview counts with. */
export function judgeAnswer(row: Judged, now: number): AnswerOutcome {
  if (openScopes.includes(row.scope) && Number(row.due_at) < now) return "overdue";
  if (row.answered_at !== null) return Number(row.answer_in_time) === 1 ? "in-time" : "late";
  const isDone = row.scope === "closed" && row.status === "done";
  return isDone && !isBegunByStaff(row.form) ? "without-reply" : "none";
}
