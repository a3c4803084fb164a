/** What the roles of the desk may do. */
export interface Access {
  readonly what: string;
  /** Method and path of an endpoint that does it. */
  readonly endpoint: string;
  readonly roles: readonly string[];
  readonly isSensitive?: true;
}

/** Part of `access.ts`: customers, their requests, and providers. */
export const customerAccess: readonly Access[] = [
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
    what: "invite a helper for a customer",
    endpoint: "POST /api/desk/customers/any/helpers",
    roles: ["agent"],
    isSensitive: true,
  },
  { what: "end aid", endpoint: "DELETE /api/desk/helpers/id", roles: ["agent"], isSensitive: true },
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
];
