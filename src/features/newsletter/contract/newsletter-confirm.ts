/** The page of the link that confirms a newsletter signup; only pages that show it contain this. */
export const newsletterConfirm = {
  /** Distinguishes its state from other forms' states. */
  state: "NewsletterConfirm",
  /** Query with the token of an emailed link. */
  query: "confirm",
  /** Query of the page afterwards. */
  doneQuery: "confirmed",
  brokenLink:
    "This link is too old, or it is incomplete. Sign up again below, and we email a new one.",
} as const;

/** Steps of the page, as `FormState.step`. */
export type ConfirmStep = "ask" | "done" | "broken";
