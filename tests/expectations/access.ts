/**
 * Who may do what at the desk, written by hand from docs/desk.md ("Roles"), independently of the
 * code: change it only when the owner decides so. Admins may do everything. What is sensitive asks
 * for the second factor again after 15 minutes ("Log in").
 */
export const access: readonly {
  readonly what: string;
  /** Method and path of an endpoint that does it. */
  readonly endpoint: string;
  readonly roles: readonly string[];
  readonly isSensitive?: true;
}[] = [
  { what: "read the inbox", endpoint: "GET /api/desk/inbox", roles: ["viewer", "agent"] },
  { what: "read a case", endpoint: "GET /api/desk/inbox/cases/any", roles: ["viewer", "agent"] },
  { what: "read the overview", endpoint: "GET /api/desk/overview", roles: ["viewer", "agent"] },
  { what: "change a case", endpoint: "PATCH /api/desk/inbox/cases/any", roles: ["agent"] },
  { what: "merge a case", endpoint: "PUT /api/desk/inbox/cases/any/merge", roles: ["agent"] },
  { what: "relate a case", endpoint: "PUT /api/desk/inbox/cases/any/related", roles: ["agent"] },
  { what: "change several cases", endpoint: "POST /api/desk/inbox/changes", roles: ["agent"] },
  {
    what: "export the inbox",
    endpoint: "GET /api/desk/inbox/export",
    roles: ["agent"],
    isSensitive: true,
  },
  {
    what: "export the overview",
    endpoint: "GET /api/desk/overview/export",
    roles: ["agent"],
    isSensitive: true,
  },
  { what: "write a note", endpoint: "POST /api/desk/inbox/cases/any/notes", roles: ["agent"] },
  { what: "answer", endpoint: "POST /api/desk/inbox/cases/any/replies", roles: ["agent"] },
  {
    what: "list the calls that we owe",
    endpoint: "GET /api/desk/call-backs",
    roles: ["viewer", "agent"],
  },
  {
    what: "see what waits for oneself",
    endpoint: "GET /api/desk/inbox/my-work",
    roles: ["viewer", "agent"],
  },
  { what: "log a call", endpoint: "POST /api/desk/calls", roles: ["agent"] },
  {
    what: "log a call about a case",
    endpoint: "POST /api/desk/inbox/cases/any/calls",
    roles: ["agent"],
  },
  { what: "begin an email", endpoint: "POST /api/desk/new-messages", roles: ["agent"] },
  { what: "begin a text", endpoint: "POST /api/desk/new-texts", roles: ["agent"] },
  {
    what: "record what somebody said about texts",
    endpoint: "POST /api/desk/text-consents",
    roles: ["agent"],
  },
  {
    what: "attach a file",
    endpoint: "POST /api/desk/inbox/cases/any/files?name=plan.pdf",
    roles: ["agent"],
  },
  {
    what: "remove an attached file",
    endpoint: "DELETE /api/desk/inbox/files/any",
    roles: ["agent"],
  },
  {
    what: "download a file that we sent",
    endpoint: "GET /api/desk/inbox/files/any",
    roles: ["agent"],
  },
  {
    what: "see a picture that we sent",
    endpoint: "GET /api/desk/inbox/files/any/picture",
    roles: ["viewer", "agent"],
  },
  {
    what: "list the own drafts of new emails",
    endpoint: "GET /api/desk/new-messages/drafts",
    roles: ["agent"],
  },
  {
    what: "read the draft of a new email",
    endpoint: "GET /api/desk/new-messages/drafts/any",
    roles: ["agent"],
  },
  {
    what: "save the draft of a new email",
    endpoint: "PUT /api/desk/new-messages/drafts/any",
    roles: ["agent"],
  },
  {
    what: "discard the draft of a new email",
    endpoint: "DELETE /api/desk/new-messages/drafts/any",
    roles: ["agent"],
  },
  {
    what: "attach a file to a new email",
    endpoint: "POST /api/desk/new-messages/drafts/any/files?name=plan.pdf",
    roles: ["agent"],
  },
  {
    what: "attach a file to a reply to an applicant",
    endpoint: "POST /api/desk/applications/records/any/files?name=plan.pdf",
    roles: ["recruiter"],
  },
  {
    what: "download a file that we sent to an applicant",
    endpoint: "GET /api/desk/applications/files/any",
    roles: ["recruiter"],
  },
  { what: "use templates", endpoint: "GET /api/desk/templates", roles: ["agent"] },
  {
    what: "see an attached picture",
    endpoint: "GET /api/desk/inbox/emails/any/picture?index=0",
    roles: ["viewer", "agent"],
  },
  {
    what: "download an attachment",
    endpoint: "GET /api/desk/inbox/emails/any/attachment?index=0",
    roles: ["agent"],
  },
  {
    what: "read an email as it was sent",
    endpoint: "GET /api/desk/inbox/emails/any/original",
    roles: ["agent"],
  },
  {
    what: "read the page of a person",
    endpoint: "GET /api/desk/people/any",
    roles: ["viewer", "agent", "privacy"],
  },
  {
    what: "write a note on a person",
    endpoint: "POST /api/desk/people/any/notes",
    roles: ["agent"],
  },
  {
    what: "find customers",
    endpoint: "GET /api/desk/customers",
    roles: ["viewer", "agent", "privacy"],
  },
  {
    what: "read a customer",
    endpoint: "GET /api/desk/customers/any",
    roles: ["viewer", "agent", "privacy"],
  },
  {
    what: "list requests",
    endpoint: "GET /api/desk/requests",
    roles: ["viewer", "agent", "privacy"],
  },
  {
    what: "read a request",
    endpoint: "GET /api/desk/requests/any",
    roles: ["viewer", "agent", "privacy"],
  },
  {
    what: "see what else a provider does",
    endpoint: "GET /api/desk/requests/overlaps?provider=p&day=2026-11-20&clock=14:00",
    roles: ["agent"],
  },
  { what: "book a request", endpoint: "POST /api/desk/requests", roles: ["agent"] },
  { what: "change a request", endpoint: "PUT /api/desk/requests/any/details", roles: ["agent"] },
  {
    what: "undo a change of a request",
    endpoint: "POST /api/desk/requests/undo",
    roles: ["agent"],
  },
  { what: "import requests", endpoint: "POST /api/desk/requests/import/preview", roles: ["agent"] },
  {
    what: "read the providers",
    endpoint: "GET /api/desk/providers",
    roles: ["viewer", "agent", "privacy"],
  },
  { what: "add a provider", endpoint: "POST /api/desk/providers", roles: ["agent"] },
  { what: "change a provider", endpoint: "PATCH /api/desk/providers/any", roles: ["agent"] },
  {
    what: "see a provider’s picture",
    endpoint: "GET /api/desk/providers/any/picture",
    roles: ["viewer", "agent", "privacy"],
  },
  {
    what: "change a provider’s picture",
    endpoint: "PUT /api/desk/providers/any/picture",
    roles: ["agent"],
  },
  {
    what: "write a note on a customer",
    endpoint: "POST /api/desk/customers/any/notes",
    roles: ["agent"],
  },
  {
    what: "check a caller",
    endpoint: "POST /api/desk/customers/any/caller-check",
    roles: ["agent"],
  },
  {
    what: "answer for a caller",
    endpoint: "POST /api/desk/customers/any/caller-check/answers",
    roles: ["agent"],
  },
  {
    what: "add a customer",
    endpoint: "POST /api/desk/customers",
    roles: ["agent"],
    isSensitive: true,
  },
  {
    what: "lock a customer's account",
    endpoint: "PUT /api/desk/customers/any/lock",
    roles: ["agent"],
    isSensitive: true,
  },
  {
    what: "send a customer a link to set a password",
    endpoint: "POST /api/desk/customers/any/reset-link",
    roles: ["agent"],
    isSensitive: true,
  },
  {
    what: "text the code of a caller check",
    endpoint: "POST /api/desk/customers/any/caller-check/code-text",
    roles: ["agent"],
  },
  {
    what: "send or print what lets an added customer choose a password",
    endpoint: "POST /api/desk/customers/any/welcome",
    roles: ["agent"],
    isSensitive: true,
  },
  {
    what: "text a customer that link",
    endpoint: "POST /api/desk/customers/any/reset-link-text",
    roles: ["agent"],
    isSensitive: true,
  },
  {
    what: "change the email of a customer",
    endpoint: "PUT /api/desk/customers/any/email",
    roles: ["agent"],
    isSensitive: true,
  },
  {
    what: "correct a customer's details",
    endpoint: "PATCH /api/desk/customers/any",
    roles: ["agent"],
    isSensitive: true,
  },
  {
    what: "see what merging two accounts would do",
    endpoint: "POST /api/desk/customers/any/merge-preview",
    roles: ["agent"],
    isSensitive: true,
  },
  {
    what: "merge two accounts",
    endpoint: "POST /api/desk/customers/any/merge",
    roles: ["agent"],
    isSensitive: true,
  },
  {
    what: "undo a merge of accounts",
    endpoint: "DELETE /api/desk/customers/any/merge",
    roles: ["agent"],
    isSensitive: true,
  },
  {
    what: "confirm the removal of a second factor",
    endpoint: "PUT /api/desk/customers/any/second-factor-removal",
    roles: ["agent"],
    isSensitive: true,
  },
  {
    what: "export customers",
    endpoint: "GET /api/desk/customers/export",
    roles: ["agent"],
    isSensitive: true,
  },
  { what: "read applications", endpoint: "GET /api/desk/applications", roles: ["recruiter"] },
  {
    what: "read a résumé",
    endpoint: "GET /api/desk/applications/records/any/resume",
    roles: ["recruiter"],
  },
  {
    what: "change an application",
    endpoint: "PATCH /api/desk/applications/records/any",
    roles: ["recruiter"],
  },
  { what: "read the waiting list", endpoint: "GET /api/desk/waitlist", roles: ["recruiter"] },
  { what: "read the funnel", endpoint: "GET /api/desk/funnel", roles: ["recruiter"] },
  { what: "read deletion cases", endpoint: "GET /api/desk/privacy", roles: ["privacy"] },
  {
    what: "delete somebody's data",
    endpoint: "POST /api/desk/privacy/cases/any/deletion",
    isSensitive: true,
    roles: ["privacy"],
  },
  { what: "enter a deletion case", endpoint: "POST /api/desk/privacy/cases", roles: ["privacy"] },
  {
    what: "read the newsletter's list",
    endpoint: "GET /api/desk/newsletter",
    roles: ["newsletter"],
  },
  {
    what: "export the newsletter's list",
    endpoint: "GET /api/desk/newsletter/export",
    isSensitive: true,
    roles: ["newsletter"],
  },
  {
    what: "suppress an address",
    endpoint: "POST /api/desk/newsletter/readers/any/suppress",
    roles: ["newsletter"],
  },
  {
    what: "export applications",
    endpoint: "GET /api/desk/applications/export",
    isSensitive: true,
    roles: ["recruiter"],
  },
  {
    what: "export the waiting list",
    endpoint: "GET /api/desk/waitlist/export",
    roles: ["recruiter"],
    isSensitive: true,
  },
  {
    what: "export the funnel",
    endpoint: "GET /api/desk/funnel/export",
    roles: ["recruiter"],
    isSensitive: true,
  },
  {
    what: "see whether emails are sent",
    endpoint: "GET /api/desk/email-outage",
    roles: ["viewer", "agent", "recruiter", "privacy", "newsletter"],
  },
  { what: "list staff", endpoint: "GET /api/desk/staff", roles: [] },
  { what: "invite staff", endpoint: "POST /api/desk/staff", isSensitive: true, roles: [] },
  { what: "change roles", endpoint: "PATCH /api/desk/staff/any", isSensitive: true, roles: [] },
  {
    what: "disable staff",
    endpoint: "POST /api/desk/staff/any/disable",
    roles: [],
    isSensitive: true,
  },
  {
    what: "reset a second factor",
    endpoint: "POST /api/desk/staff/any/reset-second-factor",
    roles: [],
    isSensitive: true,
  },
  { what: "make a token", endpoint: "POST /api/desk/api-tokens", isSensitive: true, roles: [] },
  { what: "empty the sandbox", endpoint: "DELETE /api/desk/sandbox", isSensitive: true, roles: [] },
  { what: "add an app", endpoint: "POST /api/desk/apps", isSensitive: true, roles: [] },
  { what: "make a webhook", endpoint: "POST /api/desk/webhooks", isSensitive: true, roles: [] },
  { what: "change retention", endpoint: "PUT /api/desk/retention", isSensitive: true, roles: [] },
  { what: "see whether the site may open", endpoint: "GET /api/desk/launch", roles: [] },
  { what: "send the test email", endpoint: "POST /api/desk/launch/test-email", roles: [] },
  { what: "read the audit log", endpoint: "GET /api/desk/audit", roles: [] },
  {
    what: "export the audit log",
    endpoint: "GET /api/desk/audit/export",
    isSensitive: true,
    roles: [],
  },
];
