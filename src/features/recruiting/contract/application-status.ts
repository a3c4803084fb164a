/** Statuses that staff give a submitted application, in the usual order. */
export const laterStatuses = [
  "screening",
  "interview",
  "background",
  "approved",
  "hired",
  "waitlist",
  "rejected",
  "withdrawn",
] as const;

/** Every status of an application; after submission, only staff change it. */
export const applicationStatuses = [
  "draft",
  "new",
  "not-eligible",
  "duplicate",
  ...laterStatuses,
] as const;
export type ApplicationStatus = (typeof applicationStatuses)[number];
