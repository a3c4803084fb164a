/** Events in an application's progress that can be reported to an ad company, as staff read them. */
export const conversionEventNames = {
  started: "Started",
  completed: "Sent",
  qualified: "Qualified",
  hired: "Hired",
  rejected: "Rejected",
} as const;

export type ConversionEvent = keyof typeof conversionEventNames;

/** Why a conversion was not reported, by its stored reason. */
const conversionReasons: Readonly<Record<string, string>> = {
  "Global Privacy Control": "the browser sends Global Privacy Control",
  "declined by the person": "the applicant opted out",
  "no click id": "the visit came without a click ID",
  "not qualified": "the application does not meet the requirements",
  "merged with another application": "merged with another application",
  "not set up any more": "the ad company is no longer set up",
  "too late": "the time for reporting was over",
};

/** A reason as the end of a sentence; never the code of an error. */
export function describeConversionReason(reason: string): string {
  const status = /^answer (\d{3})$/.exec(reason)?.[1];
  if (status !== undefined) return `the ad company answered ${status}`;
  return conversionReasons[reason] ?? "the ad company could not be reached";
}

export interface ShownTouch {
  /** ISO 8601. */
  readonly at: string;
  readonly source: string;
  readonly path: string;
  readonly referrer: string | null;
}

export interface ShownConversion {
  readonly id: string;
  readonly source: string;
  readonly event: ConversionEvent;
  readonly state: "waiting" | "sent" | "failed" | "skipped";
  readonly reason: string | null;
}
