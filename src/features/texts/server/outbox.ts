import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import { minutes, seconds } from "../../../platform/contract/durations.ts";
import type { DatabaseClient } from "../../../platform/server/db/client.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import type { Queue } from "../../../platform/server/jobs/queue.ts";
import { orderedId } from "../../../platform/server/ordered-id.ts";
import type { ConsentState, TextObstacle } from "../contract/consent.ts";
import { plainText } from "../contract/segments.ts";
import { findConsent } from "./consents.ts";
import { findNumberOwner, isTextable } from "./numbers.ts";
import { nextTextTime } from "./quiet-hours.ts";
import { type TextContext, textMode } from "./settings.ts";

/** Timeout of handing one text on, in milliseconds. */
export const tryTimeoutMs = seconds(20);

export const textQueue: Queue<"texts"> = {
  table: "texts",
  isWaiting: sql`sent_at is null and failed_at is null`,
  leaseMs: tryTimeoutMs + minutes(1),
  startsLate: true,
};

/** Kinds of texts that we send, with what the number must have agreed to. */
const consentsFor = {
  reply: ["replies", "allowed"],
  begun: ["allowed"],
  /** About a request, and that such texts are on. */
  notice: ["allowed"],
  /** A link to set a password: the person is on the phone and asked for it, at whatever hour. */
  link: ["allowed"],
  /** To an applicant who agreed to it with the application, unless the number ended texts. */
  reminder: "unless-stopped",
  /** To STOP, HELP and START: asked for by the person, and so sent in any case and at any hour. */
  "keyword-answer": null,
} as const satisfies Readonly<Record<string, readonly ConsentState[] | "unless-stopped" | null>>;

export type TextKind = keyof typeof consentsFor;

interface NewText {
  readonly kind: TextKind;
  readonly numberKey: string;
  readonly body: string;
  readonly caseId: string | null;
  /** A secret that follows the body; nobody but the phone gets it. */
  readonly link?: string;
  /** Whom it is for; by default the only account with the number. */
  readonly to?: { readonly uid: string | null; readonly timeZone: string };
  /** The request or interview that it is about: of several texts that wait until the same time, the newest is sent. */
  readonly requestId?: string;
  /** How long it waits at least, in milliseconds. */
  readonly holdMs?: number;
}

/** @returns undefined if it can be sent */
export async function findTextObstacle(
  db: Kysely<Database>,
  kind: TextKind,
  numberKey: string,
  { config }: Pick<TextContext, "config">,
): Promise<TextObstacle | undefined> {
  if (textMode(config) === "off") return "off";
  if (!isTextable(numberKey)) return "no-number";
  const needed: readonly string[] | string | null = consentsFor[kind];
  if (needed === null) return undefined;
  const consent = await findConsent(db, numberKey);
  if (consent?.state === "stopped") return "stopped";
  if (needed === consentsFor.reminder) return undefined;
  return needed.includes(consent?.state ?? "") ? undefined : "no-consent";
}

/**
 * Queues a text in the transaction of its cause. It waits for the hours in which texts are sent
 * where the person lives.
 * @returns its ID; undefined if the number did not agree to it
 */
export async function queueText(
  trx: Transaction<Database>,
  { kind, numberKey, body, caseId, link, to, requestId, holdMs = 0 }: NewText,
  context: TextContext,
): Promise<string | undefined> {
  if ((await findTextObstacle(trx, kind, numberKey, context)) !== undefined) return undefined;
  const now = context.now();
  const id = orderedId();
  const { uid, timeZone } = to ?? (await findRecipient(trx, numberKey));
  await trx
    .insertInto("texts")
    .values({
      id,
      direction: "out",
      number_key: numberKey,
      case_id: caseId,
      uid,
      request_id: requestId ?? null,
      kind,
      body: plainText(body),
      link: link ?? null,
      time_zone: timeZone,
      provider_id: null,
      created_at: now,
      attempts: 0,
      next_try_at: sendTime({ kind, time_zone: timeZone }, now + holdMs),
      leased_until: 0,
      sent_at: null,
      delivered_at: null,
      failed_at: null,
      failure: null,
      is_file: 0,
    })
    .execute();
  return id;
}

async function findRecipient(trx: Transaction<Database>, numberKey: string) {
  const { owner, timeZone } = await findNumberOwner(trx, numberKey);
  return { uid: owner?.uid ?? null, timeZone };
}

/** In the text about a request: that it is about others of its series too. */
const ofSeveral = "%(and % more)%";

/**
 * Deletes a text if a newer one about the same request is due too; one about several requests only
 * if the newer one is about several as well. @returns whether it did
 */
export async function dropReplaced(
  { write }: DatabaseClient,
  { id, request_id: requestId }: Pick<Selectable<Database["texts"]>, "id" | "request_id">,
  now: number,
): Promise<boolean> {
  if (requestId === null) return false;
  const dropped = await write((trx) =>
    trx
      .deleteFrom("texts")
      .where("id", "=", id)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom("texts as newer")
            .select("newer.id")
            .where("newer.request_id", "=", requestId)
            .where("newer.id", ">", id)
            .where("newer.next_try_at", "<=", now)
            .where((row) =>
              row.or([
                row("texts.body", "not like", ofSeveral),
                row("newer.body", "like", ofSeveral),
              ]),
            ),
        ),
      )
      .returning("id")
      .executeTakeFirst(),
  );
  return dropped !== undefined;
}

/** Deletes sent and abandoned texts without a case; the others go with theirs. */
export async function deleteOldTexts({ write }: DatabaseClient, time: number): Promise<void> {
  await write((trx) =>
    trx
      .deleteFrom("texts")
      .where("case_id", "is", null)
      .where("created_at", "<", time)
      .where((row) => row.or([row("sent_at", "is not", null), row("failed_at", "is not", null)]))
      .execute(),
  );
}

/** When a text may be sent that is ready now. */
export function sendTime(
  { kind, time_zone: timeZone }: Pick<Selectable<Database["texts"]>, "kind" | "time_zone">,
  now: number,
): number {
  return kind === "keyword-answer" || kind === "link" ? now : nextTextTime(now, timeZone);
}
