/** An interview as staff offer it and applicants choose it. */

export const interviewKinds = ["phone", "video", "place"] as const;
export type InterviewKind = (typeof interviewKinds)[number];

export const kindNames: Readonly<Record<InterviewKind, string>> = {
  phone: "By phone",
  video: "By video",
  place: "In person",
};

export const slotMinutes = [10, 15, 20, 30, 45, 60, 90] as const;

export const interviewLimits = {
  /** Until how many hours before it an applicant may change or cancel it. */
  changeHours: 12,
  /** How many hours ahead a time is at least, to be offered. */
  noticeHours: 12,
  /** How many days ahead times are offered. */
  offeredDays: 28,
  /** Times on the applicant's page at most. */
  offered: 40,
  /** Hours before it at which the applicant is reminded. */
  reminderHours: 24,
  /** Characters of a link or an address. */
  place: 300,
  /** Weeks that a weekly time repeats at most. */
  weeks: 26,
  /** How many days ahead staff may keep a time free. */
  aheadDays: 366,
  questions: 20,
  question: 200,
  /** Days after which a past time that no one chose is deleted. */
  keptDays: 90,
} as const;

/** Words of the scores, from the lowest. */
export const scoreWords = ["Not yet", "Good", "Great"] as const;

/** "ended": the application left the stage; "canceled": by the applicant. */
export type InterviewState = "offered" | "booked" | "canceled" | "done" | "no-show" | "ended";

/** Whether times are offered, or one is chosen. */
export function isOpen({ state }: { readonly state: string | null }): boolean {
  return state === "offered" || state === "booked";
}

/** Which button of the applicant's page was pressed. */
export const interviewActs = ["choose-time", "ask-time", "cancel-time"] as const;
export type InterviewAct = (typeof interviewActs)[number];

export const interviewNames = {
  /** Field with the id of the chosen time. */
  slot: "time",
  /** Query of the page that offers the times again. */
  change: "change-time",
  /** Query after somebody else took the time. */
  taken: "time-taken",
  /** Id of the part of the page, and of the part where another time is asked for. */
  section: "interview",
  other: "another-time",
  file: "interview.ics",
} as const;

/** A time that the applicant can choose. */
export interface OfferedTime {
  readonly id: string;
  /** "10:30 am". */
  readonly clock: string;
  /** "By phone, 20 minutes". */
  readonly what: string;
}

/** The interview on the applicant's page; times are in the zone of their market. */
export interface ApplicantInterview {
  /** "Mountain Time". */
  readonly zone: string;
  readonly days: readonly { readonly day: string; readonly times: readonly OfferedTime[] }[];
  /** Whether they asked for another time, and we have not offered anew. */
  readonly hasAsked: boolean;
  readonly booked: BookedInterview | null;
  /** What the page shows besides what was chosen: `interviewNames` has the queries. */
  readonly shows: "change" | "taken" | null;
}

interface BookedInterview {
  /** "Monday, November 23". */
  readonly day: string;
  readonly clock: string;
  /** "Lena calls you at 303-555-0123. It takes 20 minutes." */
  readonly says: string;
  /** Where the video is; "" for others. */
  readonly link: string;
  readonly canChange: boolean;
}
