/** The page of the link that confirms a newsletter signup; only pages that show it contain this. */
export const newsletterConfirm = {
  state: "NewsletterConfirm",
  query: "confirm",
  doneQuery: "confirmed",
  brokenLink:
    "This link is too old, or it is incomplete. Sign up again below, and we email a new one.",
} as const;

/** Steps of the page, as `FormState.step`. */
export type ConfirmStep = "ask" | "done" | "broken";
