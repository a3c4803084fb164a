/** Its tables. Times are milliseconds since 1970. */
export interface InterviewTables {
  readonly interview_slots: InterviewSlotTable;
  readonly interviews: InterviewTable;
  readonly interview_questions: InterviewQuestionTable;
  readonly interview_scores: InterviewScoreTable;
}

/** Times that staff keep free for interviews. */
export interface InterviewSlotTable {
  /** UUIDv7. */
  id: string;
  starts_at: number;
  minutes: number;
  /** An `InterviewKind`. */
  kind: string;
  /** The link or the address; "" by phone. */
  place: string;
  /** Who interviews. */
  staff_id: string;
  /** The same in all times of a weekly series; null for a single one. */
  series: string | null;
  /** Number of changes, for optimistic locking; whoever chooses or frees it counts as one. */
  version: number;
  changed_at: number;
}

/** The interview of an application, from the first offer on. */
export interface InterviewTable {
  /** UUIDv7; names the event in calendars. */
  id: string;
  application_id: string;
  /** An `InterviewState`. */
  state: string;
  /** What the applicant chose; unique, so that no two choose the same. */
  slot_id: string | null;
  /** Only whose times are offered; null: everyone's. */
  with_staff_id: string | null;
  /** When the applicant asked for another time; null once times are offered anew or chosen. */
  asked_at: number | null;
  chosen_at: number | null;
  /** Of the event in calendars (RFC 5545, 3.8.7.4). */
  sequence: number;
  /** The time that was given up, and who would have interviewed, for telling them. */
  was_at: number | null;
  was_minutes: number | null;
  was_staff_id: string | null;
  /** What the applicant is still to be told, a `Notice`; "" if nothing. */
  tells: string;
  /** When, at the earliest: what staff do can be undone until then. Null if nothing. */
  tell_at: number | null;
  reminded_at: number | null;
  /** The text that reminds; null without one. */
  text_id: string | null;
  /** Number of changes, for optimistic locking. */
  version: number;
}

/** The questions of every interview. */
interface InterviewQuestionTable {
  id: string;
  /** Its place in the list, from 0. */
  place: number;
  question: string;
}

interface InterviewScoreTable {
  id: string;
  application_id: string;
  question_id: string;
  /** As it was when the score was given. */
  question: string;
  /** Index into `scoreWords`. */
  score: number;
  staff_id: string;
  at: number;
}

declare module "../../../platform/server/db/schema.ts" {
  interface Database extends InterviewTables {}
}
