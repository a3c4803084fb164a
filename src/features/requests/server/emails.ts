import type { Kysely, Transaction } from "kysely";
import { brand, office } from "../../../brand.ts";
import { formatPrice } from "../../../platform/contract/facts.ts";
import { paths } from "../../../platform/contract/paths.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { composeEmail } from "../../../platform/server/mail/compose.ts";
import { queueEmail } from "../../../platform/server/mail/outbox.ts";
import { textCustomer } from "../../texts/server/own-texts.ts";
import type { TextContext } from "../../texts/server/settings.ts";
import {
  type RequestEmailKind,
  type RequestNotice,
  requestEmailNames,
} from "../contract/request-emails.ts";
import { describeTime } from "./market-time.ts";
import { describeForCustomer } from "./shown-text.ts";
import type { RequestTable } from "./tables.ts";
import { composeRequestText } from "./texts.ts";

export interface NoticeContext extends Pick<AppContext, "origin">, TextContext {
  /** Emails and texts wait this long, because the change may be undone; their ids are added. */
  readonly held?: { readonly forMs: number; readonly ids: string[] };
}

const subjects: Readonly<Record<RequestNotice, (title: string) => string>> = {
  booked: (title) => `Booked: ${title}`,
  assigned: (title) => `Who is coming: ${title}`,
  changed: (title) => `Changed: ${title}`,
  proposed: (title) => `Please answer: ${title}`,
  canceled: (title) => `Canceled: ${title}`,
  receipt: (title) => `Receipt: ${title}`,
};

/** The kinds of emails that a customer does not want. */
export async function readEmailsOff(
  db: Kysely<Database>,
  uid: string,
): Promise<RequestEmailKind[]> {
  const rows = await db
    .selectFrom("request_emails")
    .select("kind")
    .where("uid", "=", uid)
    .execute();
  return requestEmailNames.filter((name) => rows.some(({ kind }) => kind === name));
}

export async function saveEmailsOff(
  trx: Transaction<Database>,
  uid: string,
  kinds: readonly RequestEmailKind[],
): Promise<void> {
  await trx.deleteFrom("request_emails").where("uid", "=", uid).execute();
  if (kinds.length === 0) return;
  const rows = kinds.map((kind) => ({ uid, kind }));
  await trx
    .insertInto("request_emails")
    .values(rows)
    .onConflict((on) => on.doNothing())
    .execute();
}

/**
 * Queues an email about a request, and a text if the customer agreed to texts, in the transaction of
 * its cause.
 */
export async function tellCustomer(
  trx: Transaction<Database>,
  row: RequestTable,
  kind: RequestNotice,
  context: NoticeContext,
  /** Further ones of its series that the same is true of. */
  later: readonly RequestTable[] = [],
): Promise<void> {
  const { id: requestId, uid, title, reference } = row;
  const { now, origin, held } = context;
  if ((await readEmailsOff(trx, uid)).some((off) => off === kind)) return;
  const account = await trx
    .selectFrom("accounts")
    .select("email")
    .where("uid", "=", uid)
    .executeTakeFirst();
  if (!account) return;
  const email = composeEmail({
    kind: `request-${kind}`,
    uid,
    recipient: account.email,
    subject: subjects[kind](title),
    lines:
      kind === "receipt"
        ? receiptLines(row)
        : [title, describeForCustomer(row), ...laterLines(kind, later)],
    button: {
      label: kind === "proposed" ? "Answer" : "See your request",
      url: `${origin()}${paths.profile}`,
    },
    footnote: `Your reference is ${reference}. To change or cancel it, call or text ${brand.name}.`,
  });
  const holdMs = held?.forMs ?? 0;
  const id = await queueEmail(trx, { ...email, holdMs }, now());
  const body = composeRequestText(row, kind, origin(), later.length);
  const textId = await textCustomer(trx, { uid, requestId, body, holdMs }, context);
  held?.ids.push(id, ...(textId === undefined ? [] : [textId]));
}

function laterLines(kind: RequestNotice, later: readonly RequestTable[]): string[] {
  if (later.length === 0) return [];
  const times = later.map((row) => describeTime(row, row.time_zone || office.timeZone));
  return [kind === "canceled" ? "Also canceled:" : "And then:", ...times];
}

function receiptLines(row: RequestTable): string[] {
  const done = { starts_at: row.completed_at, ends_at: null };
  const price = row.price_cents === null ? "Price pending" : formatPrice(row.price_cents);
  return [
    row.title,
    `Completed: ${describeTime(done, row.time_zone || office.timeZone)}`,
    ...(row.provider_name === "" ? [] : [`Provider: ${row.provider_name}`]),
    `Price: ${price}`,
  ];
}
