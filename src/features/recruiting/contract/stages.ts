import type { ApplicationStatus } from "./application-status.ts";

export type SentStatus = Exclude<ApplicationStatus, "draft">;

/** Stages from application to hire, in order: the rows of the board. */
export const stages = [
  "new",
  "screening",
  "interview",
  "background",
  "approved",
  "hired",
] as const satisfies readonly SentStatus[];

export const otherEnds = [
  "waitlist",
  "not-eligible",
  "rejected",
  "withdrawn",
  "duplicate",
] as const satisfies readonly SentStatus[];

/** Every status that the desk shows, in the order of its filters. */
export const sentStatuses: readonly SentStatus[] = [...stages, ...otherEnds];

/** Statuses that staff still have to work on. */
export const openStages: readonly SentStatus[] = stages.filter((stage) => stage !== "hired");
