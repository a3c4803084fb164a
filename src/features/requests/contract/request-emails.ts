/** Emails about requests that customers can switch off. That a request is canceled is always sent. */
export const requestEmailKinds = {
  booked: "A request is booked",
  assigned: "Who is coming",
  changed: "The time or price changes",
  receipt: "The receipt when it is done",
} as const;

export type RequestEmailKind = keyof typeof requestEmailKinds;

/** Those that cannot be switched off, besides those that can. */
export type RequestNotice = RequestEmailKind | "proposed" | "canceled";

export const requestEmailNames = Object.keys(requestEmailKinds) as RequestEmailKind[];

/** Name of the checkbox of a kind, and the anchors of the forms. */
export const emailField = (kind: RequestEmailKind) => `email-${kind}`;
export const emailsAnchor = "emails";
export const textsAnchor = "texts";
