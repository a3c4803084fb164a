import type { Kysely, Transaction } from "kysely";
import { deskPaths } from "../../../platform/contract/desk/paths.ts";
import { hours } from "../../../platform/contract/durations.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { orderedId } from "../../../platform/server/ordered-id.ts";
import { phoneKey } from "../../../platform/server/values/phone.ts";
import { textForm } from "../../messages/contract/forms/text.ts";
import { openScopes } from "../../messages/server/cases/submitted-case.ts";
import {
  lockConversation,
  notifyStaff,
  requireCase,
} from "../../messages/server/conversation-page/change-conversation.ts";
import { insertSubmission } from "../../messages/server/forms/queries.ts";
import { queueStaffNotice } from "../../staff/server/staff-notices.ts";
import { findConsent, saveConsent } from "./consents.ts";
import { type Keyword, keywordAnswers, readKeyword } from "./keywords.ts";
import { findNumberOwner, showNumber } from "./numbers.ts";
import { queueText } from "./outbox.ts";

/** Texts of one number within an hour that staff are notified of; further ones are only stored. */
const maxNoticesPerHour = 20;
/** Longer texts do not come in. */
const maxBodyLength = 10_000;
/** References are random: if this many in a row are taken, something else is wrong. */
const maxAttempts = 5;

export interface InboundText {
  /** Twilio's ID: a second text with it is the same one. */
  readonly providerId: string;
  readonly from: string;
  readonly body: string;
  /** Pictures and the like, which stay with Twilio. */
  readonly mediaCount: number;
  /** What Twilio recognized and answered itself: "STOP", "HELP", "START"; "" if nothing. */
  readonly optOut: string;
}

type ReceiveContext = Pick<
  AppContext,
  "config" | "database" | "now" | "openMarkets" | "origin" | "secret"
>;

/** A text with who sent it and what it is. */
interface Received extends InboundText {
  readonly id: string;
  readonly text: string;
  readonly numberKey: string;
  readonly keyword: Keyword | undefined;
  readonly owner: Awaited<ReturnType<typeof findNumberOwner>>["owner"];
  readonly timeZone: string;
}

/**
 * Stores a text: in the open case of its number, or as a new one. STOP, HELP and START take effect
 * at once, whatever else happens to it.
 * @returns the reference of its case; "" without one, undefined if it was received before
 */
export async function receiveText(
  inbound: InboundText,
  context: ReceiveContext,
): Promise<string | undefined> {
  const { database } = context;
  const { db } = database;
  if (await wasReceived(db, inbound.providerId)) return undefined;
  const numberKey = phoneKey(inbound.from);
  const keyword = readKeyword(inbound.body, inbound.optOut);
  const found = await findNumberOwner(db, numberKey);
  const received = {
    ...inbound,
    ...found,
    id: orderedId(),
    text: textOf(inbound),
    numberKey,
    keyword,
  };
  const last = await findLastCase(db, numberKey);
  if (last !== undefined) await requireCase(context, { kind: "case", id: last });
  const isCommand = keyword !== undefined && !keyword.isMessage;
  if (last !== undefined && (isCommand || (await isOpen(db, last)))) {
    return database.write((trx) => addToCase(trx, last, received, context));
  }
  if (isCommand) return database.write((trx) => storeAlone(trx, received, context));
  const opened = await database.write((trx) => openCase(trx, received, context));
  if (opened) await requireCase(context, { kind: "case", id: opened.id });
  return opened?.reference;
}

/** What staff read. Nothing that a person sent is left out without a word. */
function textOf({ body, mediaCount }: InboundText): string {
  const text = body.replaceAll("\0", "").slice(0, maxBodyLength).toWellFormed().trim();
  if (mediaCount === 0) return text === "" ? "(This text is empty.)" : text;
  const what = mediaCount === 1 ? "A picture or file" : `${mediaCount} pictures or files`;
  return [text, `(${what} came with this text. Ask for it by email.)`].filter(Boolean).join("\n\n");
}

async function wasReceived(db: Kysely<Database>, providerId: string): Promise<boolean> {
  const row = await db
    .selectFrom("texts")
    .select("id")
    .where("provider_id", "=", providerId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Id of the newest case of a number; the case itself may not exist yet. */
async function findLastCase(db: Kysely<Database>, numberKey: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("texts")
    .select("case_id")
    .where("number_key", "=", numberKey)
    .where("case_id", "is not", null)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.case_id ?? undefined;
}

async function isOpen(db: Kysely<Database>, caseId: string): Promise<boolean> {
  const row = await db
    .selectFrom("cases")
    .select("scope")
    .where("id", "=", caseId)
    .executeTakeFirst();
  return openScopes.includes(row?.scope ?? "");
}

async function addToCase(
  trx: Transaction<Database>,
  caseId: string,
  received: Received,
  context: ReceiveContext,
): Promise<string | undefined> {
  const { keyword, text, numberKey } = received;
  const conversation = await lockConversation(trx, { kind: "case", id: caseId }, context);
  if (await wasReceived(trx, received.providerId)) return undefined;
  const isQuiet = (await countLately(trx, numberKey, context.now())) >= maxNoticesPerHour;
  await insertText(trx, caseId, received, context);
  await trx
    .insertInto("conversation_entries")
    .values({
      id: received.id,
      case_id: caseId,
      application_id: null,
      at: context.now(),
      kind: "message",
      staff_id: null,
      text,
      mentions: "[]",
      via: "text",
      source_key: `text:${received.providerId}`,
    })
    .execute();
  await takeEffect(trx, received, context);
  if (keyword && keyword.act !== "help") {
    await conversation.touch(keyword.act === "stop" ? "texts-stopped" : "texts-started");
  }
  if (keyword && !keyword.isMessage) return conversation.reference;
  await conversation.receive(text, "answered-by-text");
  if (conversation.notifiesStaff && !isQuiet) await notifyStaff(trx, conversation, context);
  return conversation.reference;
}

/** A command of a number that no case is with needs no answer of staff. */
async function storeAlone(
  trx: Transaction<Database>,
  received: Received,
  context: ReceiveContext,
): Promise<string | undefined> {
  if (await wasReceived(trx, received.providerId)) return undefined;
  await insertText(trx, null, received, context);
  await takeEffect(trx, received, context);
  return "";
}

async function openCase(
  trx: Transaction<Database>,
  received: Received,
  context: ReceiveContext,
): Promise<{ readonly id: string; readonly reference: string } | undefined> {
  const { owner, numberKey, text, providerId } = received;
  const now = context.now();
  const shown = showNumber(numberKey);
  const email = owner?.email ?? "";
  const { collection } = textForm;
  const submission = {
    id: orderedId(),
    collection,
    data: {
      name: owner?.name || shown,
      phone: shown,
      email,
      message: text,
      timestamp: new Date(now).toISOString(),
    },
    email,
    createdAt: now,
    idempotencyKey: `text:${providerId}`,
    spamReason: null,
    addressHash: null,
  };
  for (let tries = 0; tries < maxAttempts; tries += 1) {
    if (await wasReceived(trx, providerId)) return undefined;
    const stored = await insertSubmission(trx, submission, undefined);
    if (!stored) continue;
    const { id, reference } = stored;
    await insertText(trx, id, received, context);
    await takeEffect(trx, received, context);
    const page = `${deskPaths.inbox}/${reference}`;
    await queueStaffNotice(trx, context, { collection, reference, page, now });
    return { id, reference };
  }
  throw new Error("No free reference was found.");
}

async function insertText(
  trx: Transaction<Database>,
  caseId: string | null,
  { id, numberKey, owner, keyword, text, timeZone, providerId }: Received,
  { now }: ReceiveContext,
): Promise<void> {
  await trx
    .insertInto("texts")
    .values({
      id,
      direction: "in",
      number_key: numberKey,
      case_id: caseId,
      uid: owner?.uid ?? null,
      request_id: null,
      kind: keyword ? "keyword" : "message",
      body: text,
      link: null,
      time_zone: timeZone,
      provider_id: providerId,
      created_at: now(),
      attempts: 0,
      next_try_at: now(),
      leased_until: 0,
      sent_at: now(),
      delivered_at: now(),
      failed_at: null,
      failure: null,
      is_file: 0,
    })
    .execute();
}

/** What a text means for the texts to its number. Who writes to us may be answered. */
async function takeEffect(
  trx: Transaction<Database>,
  { keyword, numberKey, text: words, owner, optOut }: Received,
  context: ReceiveContext,
): Promise<void> {
  const now = context.now();
  const said = {
    numberKey,
    words,
    source: "text",
    uid: owner?.uid ?? null,
    staffId: null,
  } as const;
  if (keyword?.act === "stop") await saveConsent(trx, { ...said, state: "stopped" }, now);
  else if (keyword?.act === "start") await saveConsent(trx, { ...said, state: "allowed" }, now);
  else {
    const consent = await findConsent(trx, numberKey);
    // Who turned texts off elsewhere and writes to us again may be answered.
    const isBack = !keyword && consent?.state === "stopped" && consent.source !== "text";
    if (!consent || isBack) await saveConsent(trx, { ...said, state: "replies" }, now);
  }
  if (!keyword || optOut !== "") return;
  const body = keywordAnswers[keyword.act][keyword.language];
  await queueText(trx, { kind: "keyword-answer", numberKey, body, caseId: null }, context);
}

async function countLately(
  trx: Transaction<Database>,
  numberKey: string,
  now: number,
): Promise<number> {
  const rows = await trx
    .selectFrom("texts")
    .select("created_at")
    .where("number_key", "=", numberKey)
    .where("direction", "=", "in")
    .orderBy("id", "desc")
    .limit(maxNoticesPerHour)
    .execute();
  return rows.filter(({ created_at: at }) => Number(at) > now - hours(1)).length;
}
