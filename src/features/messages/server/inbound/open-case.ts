import type { Kysely, Transaction } from "kysely";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { days, hours } from "../../../../platform/contract/durations.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { fileStoreOf } from "../../../../platform/server/files/file-store.ts";
import { storeFile } from "../../../../platform/server/files/stored-file.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";
import { queueStaffNotice } from "../../../staff/server/staff-notices.ts";
import { emailForm } from "../../contract/forms/email.ts";
import type { SpamReason } from "../../contract/spam-reasons.ts";
import { requireCase } from "../conversation-page/change-conversation.ts";
import type { ConversationContext } from "../conversation-page/locked-conversation.ts";
import { isOverDailyLimit, queueAcknowledgement } from "../forms/notices.ts";
import { insertSubmission } from "../forms/queries.ts";
import { wasReceived } from "./add-email.ts";
import { emailFile, emailFiles } from "./files.ts";
import {
  emailColumns,
  type Incoming,
  maxMessageBytes,
  maxQuietBytes,
  packOriginal,
  storable,
  textOf,
} from "./incoming.ts";
import { keyOf } from "./reading/email-key.ts";

/** Emails a day that open cases; then the mail server is asked to deliver further ones later. */
const maxPerDay = 2000;
/** Emails of one sender within an hour whose whole originals are kept. */
const maxWholePerHour = 20;
/** Seconds after which the mail server should try again. */
const retryAfterSeconds = 3600;
/** References are random: if this many in a row are taken, something else is wrong. */
const maxAttempts = 5;

/** Why an email that no person wrote is spam until staff say otherwise. */
const automatic: SpamReason = "automatic-email";

/**
 * Makes a new case of an email that belongs to no conversation. What was sent automatically is
 * marked as spam.
 * @returns the case's reference; undefined if the email was received before
 * @throws ApiError "busy" after too many within a day
 */
export async function openCase(
  incoming: Incoming,
  context: ConversationContext,
): Promise<string | undefined> {
  const { database, now } = context;
  const key = keyOf("new", incoming.email.messageId, incoming.contents);
  if (await wasReceived(database.db, key)) return undefined;
  if (await hasTooManyToday(database.db, now())) {
    throw new ApiError("busy", { retryAfter: retryAfterSeconds });
  }
  const isFlood = await isFloodOf(database.db, incoming.email.from.address, now());
  const bytes = await packOriginal(incoming.raw, isFlood ? maxQuietBytes : maxMessageBytes);
  const id = orderedId();
  const emailId = orderedId();
  const file = emailFile(id, emailId);
  let reference: string | undefined;
  await storeFile(fileStoreOf(context), {
    file,
    bytes,
    rows: emailFiles,
    now: now(),
    async saveRow(trx) {
      reference = await store(trx, incoming, { id, emailId, key, file }, context);
      return reference === undefined ? file : null;
    },
  });
  if (reference !== undefined) await requireCase(context, { kind: "case", id });
  return reference;
}

interface Place {
  readonly id: string;
  readonly emailId: string;
  readonly key: string;
  readonly file: string;
}

async function store(
  trx: Transaction<Database>,
  incoming: Incoming,
  { id, emailId, key, file }: Place,
  context: ConversationContext,
): Promise<string | undefined> {
  const { now } = context;
  const { email } = incoming;
  const columns = emailColumns(incoming);
  const isSpam = email.kind !== "message";
  const submission = {
    id,
    collection: emailForm.collection,
    data: {
      name: columns.from_name,
      email: columns.from_address,
      subject: columns.subject,
      message: storable(textOf(email), Infinity),
      timestamp: new Date(now()).toISOString(),
    },
    email: columns.from_address,
    createdAt: now(),
    idempotencyKey: key,
    spamReason: isSpam ? automatic : null,
    addressHash: null,
  };
  let stored: { readonly reference: string } | undefined;
  for (let tries = 0; tries < maxAttempts && !stored; tries += 1) {
    if (await wasReceived(trx, key)) return undefined;
    stored = await insertSubmission(trx, submission, undefined);
  }
  if (!stored) throw new Error("No free reference was found.");
  await trx
    .insertInto("conversation_inbound_emails")
    .values({
      id: emailId,
      case_id: id,
      application_id: null,
      ...columns,
      received_at: now(),
      entry_id: null,
      is_opening: 1,
      source_key: key,
      sender: email.dmarc === "fail" ? "unconfirmed" : "customer",
      is_quiet: 0,
      reply_id: null,
      raw_file: file,
    })
    .execute();
  const { reference } = stored;
  const recipient = columns.from_address;
  // Automatic email gets no answer, and a forged sender none either.
  if (!isSpam && email.dmarc !== "fail" && !(await isOverDailyLimit(trx, recipient, now()))) {
    await queueAcknowledgement(
      trx,
      { form: emailForm, id, reference, recipient, now: now() },
      context,
    );
  }
  if (!isSpam) {
    await queueStaffNotice(trx, context, {
      collection: emailForm.collection,
      reference,
      page: `${deskPaths.inbox}/${reference}`,
      now: now(),
    });
  }
  return reference;
}

async function hasTooManyToday(db: Kysely<Database>, now: number): Promise<boolean> {
  const rows = await db
    .selectFrom("conversation_inbound_emails")
    .select("id")
    .where("is_opening", "=", 1)
    .where("received_at", ">", now - days(1))
    .limit(maxPerDay)
    .execute();
  return rows.length >= maxPerDay;
}

async function isFloodOf(db: Kysely<Database>, address: string, now: number): Promise<boolean> {
  const rows = await db
    .selectFrom("conversation_inbound_emails")
    .select("id")
    .where("from_address", "=", address)
    .where("received_at", ">", now - hours(1))
    .limit(maxWholePerHour)
    .execute();
  return rows.length >= maxWholePerHour;
}
