/** How a person found us. */
export interface ShownTouch {
  /** ISO 8601. */
  readonly at: string;
  readonly source: string;
  readonly path: string;
  readonly referrer: string | null;
}

/** What was reported to an ad company, or why nothing was. */
export interface ShownConversion {
  readonly id: string;
  readonly source: string;
  readonly event: string;
  readonly state: "waiting" | "sent" | "failed" | "skipped";
  readonly reason: string | null;
}
