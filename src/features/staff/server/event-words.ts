import { roleNames, type StaffRole } from "../../../platform/contract/desk/roles.ts";
import { customerEventWords } from "../../customers/server/event-words.ts";
import { interviewEventWords } from "../../interviews/server/event-words.ts";
import { messageEventWords } from "../../messages/server/event-words.ts";
import { privacyEventWords } from "../../privacy/server/event-words.ts";
import { recruitingEventWords } from "../../recruiting/server/event-words.ts";
import { requestEventWords } from "../../requests/server/event-words.ts";
import { retentionEventWords } from "../../retention/server/event-words.ts";

/** A sentence without its period; two if the history says more or less than the audit log. */
type EventWords = string | Readonly<Record<"history" | "audit", string>>;

const openedRecords = {
  application: "record",
  case: "record",
  contact: "person",
  customer: "customer",
  privacy: "request about data",
  request: "request",
  subscriber: "newsletter subscriber",
} as const;

const staffActs = {
  "invited-again": (email: string) => `Invited ${email} again`,
  uninvited: (email: string) => `Took back the invitation of ${email}`,
  disabled: (email: string) => `Disabled ${email}`,
  enabled: (email: string) => `Enabled ${email}`,
  "factor-reset": (email: string) => `Reset the second factor of ${email}`,
} as const;

type Roles = readonly StaffRole[];
const nameRoles = (roles: Roles) => roles.map((role) => roleNames[role]).join(", ");

/**
 * Every kind of event with its data, from which its words are made. Those in the audit log stay
 * forever, so their data has no contents of messages.
 */
const eventWords = {
  /** Of before kinds had data, or of an act that needs none. */
  text: ({ what }: { readonly what: string }) => what,
  opened: ({ record }: { readonly record: keyof typeof openedRecords }) =>
    `Opened a ${openedRecords[record]}`,
  staff: ({ act, email }: { readonly act: keyof typeof staffActs; readonly email: string }) =>
    staffActs[act](email),
  "staff.invited": ({ email, roles }: { readonly email: string; readonly roles: Roles }) =>
    `Invited ${email} as ${nameRoles(roles)}`,
  "staff.roles": (changed: { readonly email: string; readonly from: Roles; readonly to: Roles }) =>
    `Roles of ${changed.email}: ${nameRoles(changed.from)} to ${nameRoles(changed.to)}`,
  ...customerEventWords,
  ...interviewEventWords,
  ...messageEventWords,
  ...privacyEventWords,
  ...recruitingEventWords,
  ...requestEventWords,
  ...retentionEventWords,
} satisfies Readonly<Record<string, (data: never) => EventWords>>;

export type OpenedRecord = keyof typeof openedRecords;

type Kinds = typeof eventWords;

/** What happened, and its data: from what, to what. */
export type Happening = {
  readonly [Kind in keyof Kinds]: Parameters<Kinds[Kind]> extends readonly [infer Data]
    ? { readonly kind: Kind; readonly data: Data }
    : { readonly kind: Kind; readonly data?: undefined };
}[keyof Kinds];

interface StoredWords {
  readonly kind: string;
  readonly data: string;
  readonly undoes: string | null;
}

/** What happened, as a sentence without its period. */
export function describeEvent(
  { kind, data, undoes }: StoredWords,
  place: "history" | "audit" = "audit",
): string {
  // A newer version of the server may have recorded kinds that this one does not know.
  if (!Object.hasOwn(eventWords, kind)) return kind;
  const describe: (data: never) => EventWords = eventWords[kind as keyof Kinds];
  const words = describe(JSON.parse(data) as never);
  const what = typeof words === "string" ? words : words[place];
  return undoes === null ? what : `Undone: ${what}`;
}
