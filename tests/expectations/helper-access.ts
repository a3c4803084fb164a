/**
 * What a helper may do for the person who asked them, written by hand from issue 37 ("Three switches
 * … Nothing else ever"), independently of the code: change it only when the owner decides so.
 */
type HelperAccess = "requests" | "asks" | "messages" | "any" | "never";

/** A request in the name of the person; the query has `for` besides. */
export interface HelperCase {
  /** Method and pattern, as the server registers it; pages are registered by their own paths. */
  readonly route: string;
  readonly access: HelperAccess;
  readonly query?: string;
  readonly form?: Readonly<Record<string, string>>;
}

const ask = "POST /portal/ask-for-help";
const help = "/portal/helping";

/** What is not refused to everybody. */
const allowed: readonly HelperCase[] = [
  { route: `GET ${help}`, access: "any" },
  { route: `GET ${help}`, query: "request=ride", access: "requests" },
  { route: `GET ${help}`, query: "messages=", access: "messages" },
  { route: `GET ${help}`, query: "message=ABCD2345", access: "messages" },
  { route: `GET ${help}`, query: "messages=&request=ride", access: "messages" },
  { route: `GET ${help}/file`, query: "message=ABCD2345&file=x", access: "messages" },
  { route: `POST ${help}`, form: { _act: "write", message: "Hello" }, access: "messages" },
  {
    route: `POST ${help}`,
    query: "message=ABCD2345",
    form: { _act: "answer" },
    access: "messages",
  },
  { route: "GET /portal/ask-for-help", access: "asks" },
  ...["check", "edit", "send", "accept", "decline", "cancel", "message"].map(
    (_act) => ({ route: ask, form: { _act }, access: "asks" }) as const,
  ),
  { route: ask, form: { _act: "good" }, access: "messages" },
  { route: ask, form: { _act: "not-good" }, access: "messages" },
];

/** The same addresses, with what is the person's alone. */
const never: readonly HelperCase[] = [
  ...["emails", "texts-on", "texts-off", "", "constructor"].map(
    (_act) => ({ route: ask, form: { _act }, access: "never" }) as const,
  ),
  ...["code", "accept", "decline", "", "toString"].map(
    (_act) => ({ route: `POST ${help}`, form: { _act }, access: "never" }) as const,
  ),
];

/** The person's own pages and API, all of which are refused. Those of staff know no customers. */
const refused = `
GET /portal/create-account, GET /portal/login, GET /portal/payment-link
GET /portal/confirm-email, GET /portal/edit-profile, GET /portal/forgot-password, GET /portal/helpers
GET /portal/payment-opening, GET /portal/payment-problem, GET /portal/payment-sandbox
GET /portal/profile, GET /portal/request, GET /portal/reset-password, GET /portal/settings
GET /portal/welcome
POST /portal/confirm-email, POST /portal/create-account, POST /portal/edit-profile
POST /portal/forgot-password, POST /portal/helpers, POST /portal/login, POST /portal/payment-sandbox
POST /portal/reset-password, POST /portal/settings, POST /portal/welcome
GET /api/pictures/*, POST /api/createStripeAccount, POST /api/portal/payment/confirm
`;

export const helperCases: readonly HelperCase[] = [
  ...allowed,
  ...never,
  ...refused
    .split(/[,\n]/)
    .map((line) => line.trim())
    .filter(Boolean)
    .map((route) => ({ route, access: "never" }) as const),
];
