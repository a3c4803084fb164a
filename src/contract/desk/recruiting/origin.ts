/** How somebody came to us. */
export interface ShownTouch {
  /** ISO 8601. */
  readonly at: string;
  readonly source: string;
  readonly path: string;
  readonly referrer: string | null;
}

/** What an ad company was told, or why not. */
export interface ShownConversion {
  readonly id: string;
  readonly source: string;
  readonly event: string;
  readonly state: "waiting" | "sent" | "failed" | "skipped";
  readonly reason: string | null;
}
