import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { sql } from "kysely";
import { days, minutes, seconds } from "../../../platform/contract/durations.ts";
import { facts } from "../../../platform/contract/facts.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import { runWhileListening } from "../../../platform/server/jobs/jobs.ts";
import { backOffMs } from "../../../platform/server/jobs/queue.ts";
import { QueueWorker } from "../../../platform/server/jobs/queue-worker.ts";
import { findConsent, saveConsent } from "./consents.ts";
import { dropReplaced, sendTime, textQueue } from "./outbox.ts";
import { findOwnPhone } from "./own-texts.ts";
import { openTextTransport, type PendingText, stoppedCode, textFailureOf } from "./transport.ts";

/** Polling interval for due texts, in milliseconds. */
const everyMs = seconds(2);
/** Texts of numbers that are sent at the same time. */
const maxConcurrent = 4;
/** Age at which an unsent text is abandoned: what it says is no longer true. */
const giveUpAfterMs = days(1);
/** The same for a link, which works no longer than that. */
const giveUpLinkAfterMs = minutes(facts.keep.resetLinkMinutes);

/** Sends the texts of the queue while the server listens. */
export function registerTextWorker(app: FastifyInstance, context: AppContext): void {
  const sendTexts = textSender(context, app.log);
  runWhileListening(app, async () => {
    const worker = new QueueWorker(
      {
        name: "texts",
        needsTrueClock: false,
        everyMs,
        firstAfterMs: everyMs,
        queue: textQueue,
        maxConcurrent,
        perform: sendTexts,
      },
      context,
      app.log,
    );
    worker.start();
    return () => worker.stop();
  });
}

/** @returns a function that sends one text, and returns whether that succeeded */
export function textSender(
  context: AppContext,
  log: FastifyBaseLogger,
): (text: PendingText) => Promise<boolean> {
  let transport: ReturnType<typeof openTextTransport> | undefined;
  return async (text) => {
    const { database, now } = context;
    const { id, kind, attempts, number_key: key } = text;
    const about = { text: id, kind, attempts };
    // After an outage it may be night, and the person may have texted STOP since it was claimed.
    const time = sendTime(text, now());
    if (time > now()) {
      await settle(text, { next_try_at: time }, context);
      return true;
    }
    if (await dropReplaced(database, text, now())) return true;
    const consent = await findConsent(database.db, key);
    if (kind !== "keyword-answer" && consent?.state === "stopped") {
      await settle(text, { failed_at: now(), failure: "stopped" }, context);
      return true;
    }
    const failure = await findOutdated(text, context);
    if (failure !== undefined) {
      await settle(text, { failed_at: now(), failure }, context);
      return true;
    }
    try {
      transport ??= openTextTransport(context);
      const handedOn = await (await transport)(text);
      await settle(text, { sent_at: now(), failure: null, ...handedOn }, context);
      log.info(about, "text sent");
      return true;
    } catch (error) {
      const { code, isRejected } = textFailureOf(error);
      await settleFailure(text, code, isRejected, context);
      log.warn({ ...about, code }, "text not sent");
      return false;
    }
  };
}

/** @returns why a text that waited is no longer of use */
async function findOutdated(
  { kind, uid, number_key: numberKey, created_at: createdAt }: PendingText,
  { database, now }: AppContext,
): Promise<string | undefined> {
  if (kind === "link" && now() >= Number(createdAt) + giveUpLinkAfterMs) return "expired";
  if (kind !== "notice" || uid === null) return undefined;
  const phone = await findOwnPhone(database.db, uid);
  return phone?.numberKey === numberKey ? undefined : "number-changed";
}

async function settleFailure(
  text: PendingText,
  code: string,
  isRejected: boolean,
  context: AppContext,
): Promise<void> {
  const { database, now, jobs } = context;
  const { attempts, created_at, kind, number_key: numberKey, uid } = text;
  const patienceMs = kind === "link" ? giveUpLinkAfterMs : giveUpAfterMs;
  const giveUpAt = (await jobs.isClockTrusted()) ? Number(created_at) + patienceMs : Infinity;
  if (code === String(stoppedCode)) {
    // Twilio heard STOP, for instance while this server was down.
    const said = { words: "STOP, as Twilio reports", source: "text", uid, staffId: null } as const;
    await database.write((trx) =>
      saveConsent(trx, { numberKey, state: "stopped", ...said }, now()),
    );
  }
  if (isRejected || now() >= giveUpAt) {
    if (!isRejected) context.counters.add(abandonedTexts);
    await settle(text, { failed_at: now(), failure: code }, context);
  } else {
    const next = now() + backOffMs(Number(attempts));
    await settle(text, { next_try_at: next, failure: code }, context);
  }
}

/** Metric of texts that were tried until it was too late. */
export const abandonedTexts = "texts_given_up_total";

/** Stores the outcome, unless another node claimed the text; open pages of its case show it. */
async function settle(
  { id, leased_until, case_id: caseId }: PendingText,
  outcome: Partial<PendingText>,
  { database, now }: AppContext,
): Promise<void> {
  const isOver = outcome.sent_at !== undefined || outcome.failed_at !== undefined;
  await database.write(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("texts")
      .set({ ...outcome, leased_until: 0, ...(isOver && { link: null }) })
      .where("id", "=", id)
      .where("leased_until", "=", leased_until)
      .executeTakeFirst();
    if (numUpdatedRows === 0n || caseId === null) return;
    await trx
      .updateTable("cases")
      .set({ version: sql`version + 1`, changed_at: now() })
      .where("id", "=", caseId)
      .execute();
  });
}
