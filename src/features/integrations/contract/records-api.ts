import { z } from "zod";
import { defineEndpoint, type Returned } from "../../../platform/contract/define-endpoint.ts";
import { checkedText } from "../../../platform/contract/schemas.ts";
import { appForm } from "../../messages/contract/forms/app.ts";
import { emailForm } from "../../messages/contract/forms/email.ts";
import { publicForms } from "../../messages/contract/forms/public-forms.ts";
import {
  ourEmailForm,
  ourTextForm,
  phoneCallForm,
} from "../../messages/contract/forms/staff-forms.ts";
import { textForm } from "../../messages/contract/forms/text.ts";
import { caseStatuses, inboxForms } from "../../messages/contract/inbox.ts";
import { subscriberStates } from "../../newsletter/contract/subscriber-states.ts";
import type { PrivacyStatus } from "../../privacy/contract/cases.ts";
import { dataDeletionForm } from "../../privacy/contract/data-deletion.ts";
import { applicationStatuses } from "../../recruiting/contract/application-status.ts";

/** Records on one page: by default, and at most. */
export const recordsPerPage = { standard: 50, max: 100 } as const;

/** The status that lists spam instead of the other messages. */
export const spamStatus = "spam";

/** Names of the forms for programs, by collection: the path of the page, such as "support". */
export const formNames: ReadonlyMap<string, string> = new Map([
  ...publicForms.map(({ form, path }) => [form.collection, path.slice(1)] as const),
  [emailForm.collection, "email"],
  [phoneCallForm.collection, "phone-call"],
  [ourEmailForm.collection, "our-email"],
  [textForm.collection, "text"],
  [appForm.collection, "app"],
  [ourTextForm.collection, "our-text"],
]);

/** Collections by these names. Data deletion requests have a scope of their own. */
export const messageForms: ReadonlyMap<string, string> = new Map(
  Object.keys(inboxForms)
    .filter((collection) => collection !== dataDeletionForm.collection)
    .map((collection) => [formNames.get(collection) ?? collection, collection]),
);

/** Statuses of requests about data. */
const deletionStatuses = [
  "received",
  "identity",
  "checked",
  "in-progress",
  "done",
  "denied",
  "appeal",
] as const satisfies readonly PrivacyStatus[];

const text = z.string();
const time = text.describe("ISO 8601.");
const contents = z.record(text, z.unknown()).describe("What was sent, by field.");

const message = z.object({
  reference: text,
  form: text.describe("Path of the form's page, such as support."),
  status: text,
  isSpam: z.boolean(),
  receivedAt: time,
  changedAt: time,
  answerDueAt: time.nullable(),
  contents,
});
/** Without staff notes. */
const messageDetail = z.object({
  ...message.shape,
  conversation: z.array(z.object({ at: time, from: z.enum(["person", "staff"]), text })),
});
const application = z.object({
  reference: text,
  track: text,
  status: text,
  source: text,
  receivedAt: time,
  changedAt: time,
  hasResume: z.boolean(),
  contents,
});
const subscriber = z.object({ id: text, email: text, state: text, source: text, changedAt: time });
const deletion = z.object({
  reference: text,
  kind: text.describe("deletion or copy."),
  source: text,
  status: text,
  receivedAt: time,
  dueAt: time,
  closedAt: time.nullable(),
  contents: z.object({ name: text, email: text, supportId: text }),
});

export type MessageRecord = Returned<typeof message>;
export type MessageDetailRecord = Returned<typeof messageDetail>;
export type ApplicationRecord = Returned<typeof application>;
export type SubscriberRecord = Returned<typeof subscriber>;
export type DeletionRecord = Returned<typeof deletion>;

/**
 * One page of records, oldest first. A page may hold fewer than asked for, or none, before the last:
 * `next` decides whether there are more.
 */
export interface RecordPage<Row> {
  readonly records: readonly Row[];
  /** Send it as `after` for the next page; null on the last. */
  readonly next: string | null;
}

const choice = (values: readonly string[]) =>
  checkedText(
    `Use ${values.join(", ")}.`,
    (value) => value === "" || values.includes(value),
  ).default("");

const page = {
  after: text.default("").describe("The next of the page before."),
  limit: checkedText(`Use 1 to ${recordsPerPage.max}.`, (value) => {
    const limit = Number(value);
    return Number.isInteger(limit) && limit >= 1 && limit <= recordsPerPage.max;
  })
    .default(String(recordsPerPage.standard))
    .transform(Number)
    .describe(
      `Records on a page: ${recordsPerPage.standard} by default, at most ${recordsPerPage.max}. A page may hold fewer before the last.`,
    ),
  since: checkedText("Use a time like 2026-11-20T09:00:00Z.", isTime)
    .default("")
    .transform((value) => (value === "" ? 0 : Date.parse(value)))
    .describe("Only records that came at this time or later, ISO 8601."),
};

function isTime(value: string): boolean {
  const form = /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d))?$/;
  return value === "" || (form.test(value) && !Number.isNaN(Date.parse(value)));
}

/** The query of a list, with the filters that it has. Another name is an error. */
function listQuery<Filters extends Readonly<Record<string, z.ZodType>>>(filters: Filters) {
  const shape = { ...page, ...filters };
  return z.looseObject(shape).superRefine((query, context) => {
    for (const name of Object.keys(query).filter((one) => !Object.hasOwn(shape, one))) {
      const message = `There is no filter "${name}".`;
      context.addIssue({ code: "custom", path: [name], message, params: { field: true } });
    }
  });
}

const status = (values: readonly string[]) =>
  choice(values).describe(`One of ${values.join(", ")}.`);

function list<Row extends z.ZodType>(summary: string, row: Row) {
  const response = z.object({ records: z.array(row), next: text.nullable() });
  return { summary, response, errors: ["invalid"] } as const;
}

function one<Row extends z.ZodType>(summary: string, response: Row, id: string) {
  return { summary, response, params: { id }, errors: ["not-found"] } as const;
}

/** Reading records by programs with a token of the settings. */
export const recordsApiEndpoints = {
  messages: defineEndpoint("api-token:cases:read GET /api/v1/messages", {
    ...list("List messages, oldest first", message),
    query: listQuery({
      form: choice([...messageForms.keys()]).describe("Path of the form's page, such as support."),
      status: status([...caseStatuses, spamStatus]),
    }),
  }),
  message: defineEndpoint("api-token:cases:read GET /api/v1/messages/:id", {
    ...one("Read a message and its conversation", messageDetail, "Its reference."),
  }),
  applications: defineEndpoint("api-token:applications GET /api/v1/applications", {
    ...list("List applications for work", application),
    query: listQuery({ status: status(applicationStatuses.filter((one) => one !== "draft")) }),
  }),
  application: defineEndpoint("api-token:applications GET /api/v1/applications/:id", {
    ...one("Read an application", application, "Its reference."),
  }),
  subscribers: defineEndpoint("api-token:newsletter:read GET /api/v1/newsletter-readers", {
    ...list("List addresses of the newsletter", subscriber),
    query: listQuery({ status: status(subscriberStates) }),
  }),
  subscriber: defineEndpoint("api-token:newsletter:read GET /api/v1/newsletter-readers/:id", {
    ...one("Read an address of the newsletter", subscriber, "Its id."),
  }),
  deletions: defineEndpoint("api-token:deletion GET /api/v1/deletion-cases", {
    ...list("List requests about data", deletion),
    query: listQuery({ status: choice(deletionStatuses).describe("Their step.") }),
  }),
  deletion: defineEndpoint("api-token:deletion GET /api/v1/deletion-cases/:id", {
    ...one("Read a request about data", deletion, "Its reference."),
  }),
} as const;

/** What every list accepts. */
export type PageQuery = Pick<
  Returned<ReturnType<typeof listQuery<Record<"status", ReturnType<typeof choice>>>>>,
  "after" | "limit" | "since" | "status"
>;
