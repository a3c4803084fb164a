import type { FastifyBaseLogger } from "fastify";
import { sql, type Transaction } from "kysely";
import { days, minutes, seconds } from "../../../../platform/contract/durations.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import {
  type OutgoingRequest,
  requestTimeoutMs,
  safeFetch,
} from "../../../../platform/server/http/safe-fetch.ts";
import {
  backOffMs,
  type Queue,
  settleTask,
  type Task,
} from "../../../../platform/server/jobs/queue.ts";
import { QueueWorker } from "../../../../platform/server/jobs/queue-worker.ts";
import type { ConversionParams, ConversionSettings } from "./conversion-settings.ts";
import { defaultWindowDays, fillTemplate } from "./conversion-settings.ts";
import { findPrivacyReason } from "./conversions.ts";

type Conversion = Task<"conversions">;

/** Polling interval of the queue, in milliseconds. */
const pollMs = seconds(5);
const maxConcurrent = 20;

/** The request of a conversion, or undefined if its source or event is no longer configured. */
export function buildRequest(
  { source, event, params }: Pick<Conversion, "source" | "event" | "params">,
  { sources, allowLoopback }: ConversionSettings,
): OutgoingRequest | undefined {
  const call = sources[source]?.events.find((one) => one.name === event);
  if (!call) return undefined;
  const values: ConversionParams = JSON.parse(params);
  const { method, urlTemplate, bodyTemplate, headers = {} } = call;
  const isJson = Object.entries(headers).some(
    ([name, value]) => name.toLowerCase() === "content-type" && value.includes("json"),
  );
  return {
    method,
    url: fillTemplate(urlTemplate, values, "url"),
    headers,
    ...(bodyTemplate !== undefined && {
      body: fillTemplate(bodyTemplate, values, isJson ? "json" : "url"),
    }),
    allowLoopback,
  };
}

const conversionQueue: Queue<"conversions"> = {
  table: "conversions",
  isWaiting: sql`state = 'waiting'`,
  leaseMs: requestTimeoutMs + minutes(1),
  startsLate: true,
};

/** Sends due conversions; safe on several nodes at once. */
export function createConversionWorker(
  context: AppContext,
  log: FastifyBaseLogger,
): QueueWorker<"conversions"> {
  return new QueueWorker(
    {
      name: "conversions",
      needsTrueClock: false,
      everyMs: pollMs,
      queue: conversionQueue,
      maxConcurrent,
      perform: (conversion) => deliver(conversion, context, log),
    },
    context,
    log,
  );
}

/**
 * Queues a conversion again that was sent, failed or is waiting. Skipped ones remain skipped, since
 * their reason still applies.
 * @returns undefined if there is no such conversion
 */
export function replayConversion(
  trx: Transaction<Database>,
  id: string,
  now: number,
): Promise<Pick<Conversion, "source" | "event"> | undefined> {
  return trx
    .updateTable("conversions")
    .set({
      state: "waiting",
      reason: null,
      attempts: 0,
      next_try_at: now,
      leased_until: 0,
      created_at: now,
      done_at: null,
    })
    .where("id", "=", id)
    .where("state", "in", ["sent", "failed", "waiting"])
    .returning(["source", "event"])
    .executeTakeFirst();
}

/** @returns false if the request failed and may be retried */
async function deliver(
  conversion: Conversion,
  context: AppContext,
  log: FastifyBaseLogger,
): Promise<boolean> {
  const { id, source, event, attempts } = conversion;
  const about = { conversion: id, source, event, attempts };
  const call = buildRequest(conversion, context.config.conversions);
  if (!call) {
    await settle(context, conversion, { state: "failed", reason: "not set up any more" });
    return false;
  }
  // The window may have passed while the server was down.
  if (await isTooLate(context.now(), conversion, context)) {
    await settle(context, conversion, { state: "failed", reason: conversion.reason ?? "too late" });
    return false;
  }
  // The person may have opted out after the event, before its conversion was sent.
  const reason = await findPrivacyReason(context.database.db, conversion.application_id);
  if (reason) {
    await settle(context, conversion, {
      state: "skipped",
      reason,
      params: withoutClick(conversion),
    });
    log.info({ ...about, reason }, "conversion skipped");
    return true;
  }
  try {
    const { status, text } = await safeFetch(call);
    const isDone = status >= 200 && status < 300;
    const response = { http_status: status, response: text.replaceAll("\0", "") };
    if (isDone) await settle(context, conversion, { state: "sent", reason: null, ...response });
    else await postpone(context, conversion, `answer ${status}`, response);
    log[isDone ? "info" : "warn"]({ ...about, status }, "conversion request");
    return isDone;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "no answer";
    await postpone(context, conversion, code, { http_status: null, response: null });
    log.warn({ ...about, code }, "conversion request failed");
    return false;
  }
}

function withoutClick({ params }: Conversion): string {
  return JSON.stringify({ ...JSON.parse(params), tlr_sid: "", click_id: "" });
}

type Settled = Partial<Pick<Conversion, "http_status" | "response" | "next_try_at" | "params">> &
  Pick<Conversion, "state" | "reason">;

/** Whether the deadline of a conversion has passed; not while the clock is in doubt. */
async function isTooLate(
  time: number,
  conversion: Conversion,
  context: AppContext,
): Promise<boolean> {
  return time > windowEnd(conversion, context) && (await context.jobs.isClockTrusted());
}

/** Deadline of a conversion, in milliseconds since 1970. */
function windowEnd({ source, event, created_at }: Conversion, { config }: AppContext): number {
  const call = config.conversions.sources[source]?.events.find(({ name }) => name === event);
  return created_at + days(call?.windowDays ?? defaultWindowDays);
}

async function postpone(
  context: AppContext,
  conversion: Conversion,
  reason: string,
  received: Pick<Conversion, "http_status" | "response">,
): Promise<void> {
  const next = context.now() + backOffMs(conversion.attempts);
  const isOver = await isTooLate(next, conversion, context);
  await settle(context, conversion, {
    state: isOver ? "failed" : "waiting",
    reason,
    next_try_at: next,
    ...received,
  });
}

function settle(
  { database, now, counters }: AppContext,
  conversion: Conversion,
  outcome: Settled,
): Promise<void> {
  if (outcome.state === "failed") counters.add("conversions_given_up_total");
  const done_at = outcome.state === "waiting" ? null : now();
  return settleTask(conversionQueue, database, conversion, { done_at, ...outcome });
}
