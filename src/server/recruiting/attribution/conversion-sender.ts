import type { FastifyBaseLogger } from "fastify";
import type { Selectable } from "kysely";
import type { AppContext } from "../../context/app-context.ts";
import { maxClockSkewMs } from "../../platform/clock.ts";
import type {
  ConversionParams,
  ConversionSettings,
} from "../../platform/config/conversion-settings.ts";
import { defaultWindowDays, fillTemplate } from "../../platform/config/conversion-settings.ts";
import type { Database } from "../../platform/db/schema.ts";
import {
  type OutgoingRequest,
  requestTimeoutMs,
  safeFetch,
} from "../../platform/outbound/safe-fetch.ts";
import { findPrivacyReason } from "./conversions.ts";

type Conversion = Selectable<Database["conversions"]>;

const minute = 60_000;
const hour = 60 * minute;
const firstWaitMs = minute;
const maxWaitMs = 6 * hour;
const leaseMs = requestTimeoutMs + minute;
const maxConcurrent = 20;

/** The call that a conversion stands for, or undefined when its source or event is not set up any more. */
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

/**
 * Lets calls go out that were queued or put off before the clock was set back: they would
 * wait until it is as late again. A call that was to wait for something waits as long as before.
 */
export async function pullBackConversions({ database, now }: AppContext): Promise<void> {
  const time = now();
  await database.write(async (trx) => {
    const waiting = trx.updateTable("conversions").where("state", "=", "waiting");
    await waiting
      .set((row) => ({
        next_try_at: row(row("next_try_at", "-", row.ref("created_at")), "+", time),
        created_at: time,
      }))
      .where("created_at", ">", time)
      .execute();
    await waiting
      .set({ next_try_at: time })
      .where("attempts", ">", 0)
      .where("next_try_at", ">", time + maxWaitMs)
      .execute();
    await waiting
      .set({ leased_until: 0 })
      .where("leased_until", ">", time + leaseMs + maxClockSkewMs)
      .execute();
  });
}

/**
 * Makes every call whose time has come, each claimed first, so that of several nodes one
 * makes it.
 * @returns how many calls were tried
 */
export async function sendDueConversions(
  context: AppContext,
  log: FastifyBaseLogger,
): Promise<number> {
  const claimed = await claim(context);
  await Promise.all(claimed.map((conversion) => deliver(conversion, context, log)));
  return claimed.length;
}

async function claim({ database, now }: AppContext): Promise<Conversion[]> {
  const time = now();
  const due = await database.db
    .selectFrom("conversions")
    .select(["id", "leased_until"])
    .where("state", "=", "waiting")
    .where("next_try_at", "<=", time)
    .where("leased_until", "<=", time)
    .orderBy("next_try_at")
    .limit(maxConcurrent)
    .execute();
  if (due.length === 0) return [];
  return database.write(async (trx) => {
    const claimed: Conversion[] = [];
    for (const { id, leased_until } of due) {
      const row = await trx
        .updateTable("conversions")
        .set((eb) => ({ leased_until: time + leaseMs, attempts: eb("attempts", "+", 1) }))
        .where("id", "=", id)
        .where("leased_until", "=", leased_until)
        .where("state", "=", "waiting")
        .returningAll()
        .executeTakeFirst();
      if (row) claimed.push(row);
    }
    return claimed;
  });
}

async function deliver(
  conversion: Conversion,
  context: AppContext,
  log: FastifyBaseLogger,
): Promise<void> {
  const { id, source, event, attempts } = conversion;
  const about = { conversion: id, source, event, attempts };
  const call = buildRequest(conversion, context.config.conversions);
  if (!call) {
    await settle(context, conversion, { state: "failed", reason: "not set up any more" });
    return;
  }
  // The server may have been off.
  if (context.now() > windowEnd(conversion, context)) {
    await settle(context, conversion, { state: "failed", reason: conversion.reason ?? "too late" });
    return;
  }
  // The person may have said no after the event, and before its call was made.
  const reason = await findPrivacyReason(context.database.db, conversion.application_id);
  if (reason) {
    await settle(context, conversion, {
      state: "skipped",
      reason,
      params: withoutClick(conversion),
    });
    log.info({ ...about, reason }, "conversion call left out");
    return;
  }
  try {
    const { status, text } = await safeFetch(call);
    const isDone = status >= 200 && status < 300;
    const heard = { http_status: status, response: text.replaceAll("\0", "") };
    if (isDone) await settle(context, conversion, { state: "sent", reason: null, ...heard });
    else await postpone(context, conversion, `answer ${status}`, heard);
    log[isDone ? "info" : "warn"]({ ...about, status }, "conversion call");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "no answer";
    await postpone(context, conversion, code, { http_status: null, response: null });
    log.warn({ ...about, code }, "conversion call");
  }
}

function withoutClick({ params }: Conversion): string {
  return JSON.stringify({ ...JSON.parse(params), tlr_sid: "", click_id: "" });
}

type Settled = Partial<Pick<Conversion, "http_status" | "response" | "next_try_at" | "params">> &
  Pick<Conversion, "state" | "reason">;

/** When a call is given up, in milliseconds since 1970. */
function windowEnd({ source, event, created_at }: Conversion, { config }: AppContext): number {
  const call = config.conversions.sources[source]?.events.find(({ name }) => name === event);
  return created_at + (call?.windowDays ?? defaultWindowDays) * 24 * hour;
}

function postpone(
  context: AppContext,
  conversion: Conversion,
  reason: string,
  heard: Pick<Conversion, "http_status" | "response">,
): Promise<void> {
  const wait = Math.min(firstWaitMs * 2 ** (conversion.attempts - 1), maxWaitMs);
  const next = context.now() + wait;
  const isOver = next > windowEnd(conversion, context);
  return settle(context, conversion, {
    state: isOver ? "failed" : "waiting",
    reason,
    next_try_at: next,
    ...heard,
  });
}

async function settle(
  { database, now }: AppContext,
  { id, leased_until }: Conversion,
  outcome: Settled,
): Promise<void> {
  const done_at = outcome.state === "waiting" ? null : now();
  await database.write((trx) =>
    trx
      .updateTable("conversions")
      .set({ leased_until: 0, done_at, ...outcome })
      .where("id", "=", id)
      .where("leased_until", "=", leased_until)
      .execute(),
  );
}
