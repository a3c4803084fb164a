/**
 * A conversation: what somebody sent with a public form, our replies and their further messages, as
 * the person sees it in emails and on the page of their personal link.
 */

/** How the person's own words name what they sent, by collection. */
const names: Readonly<Record<string, string>> = {
  WebSupportRequests: "support request",
  ContactForm: "message",
  WebFeatureSubmissions: "feature idea",
  WebFeedbackSubmissions: "feedback",
  WebInvestorSubmissions: "investor message",
  DataDeletionRequests: "data deletion request",
};

/** "Your support request": the subject of every email about it, before its reference. */
function conversationTitle(collection: string): string {
  return `Your ${names[collection] ?? "message"}`;
}

/** Subject of every email of a conversation: "Your support request K7MP4R2X". */
export function conversationSubject(collection: string, reference: string): string {
  return `${conversationTitle(collection)} ${reference}`;
}
