import type { ServerResponse } from "node:http";
import type { FastifyBaseLogger, FastifyReply } from "fastify";
import { minutes, seconds } from "../../../../platform/contract/durations.ts";
import type { AppContext } from "../../../../platform/server/context/app-context.ts";
import { prepare } from "../../../../platform/server/db/prepare.ts";
import type { CaseTable } from "../../../../platform/server/db/tables/desk-tables.ts";
import { errorCodeOf } from "../../../../platform/server/http/errors/outages.ts";
import { apiHeaders } from "../../../../platform/server/http/security-headers.ts";
import { outsideSpans } from "../../../../platform/server/tracing/spans.ts";
import { findLiveSessions } from "../../../staff/server/access/live-sessions.ts";
import type { StaffSession } from "../../../staff/server/access/staff-session.ts";
import type { CaseRow, DeskEvent } from "../../contract/desk/inbox.ts";
import { selectCases, toCaseRows } from "./list/case-rows.ts";
import { readPresence } from "./presence.ts";

/** Polling interval while clients are connected, in milliseconds. */
const pollEveryMs = seconds(1);
/** Changes up to this old are read again: nodes commit late, and their clocks differ. */
const lookBackMs = seconds(10);
/** Maximum changes per poll; more than anybody can follow. */
const maxChanges = 200;
/** A stream ends after this time; the page opens a new one, which checks the session again. */
const streamMs = minutes(2);
/** Maximum streams of one staff member: a few windows. */
const maxStreams = 10;
/** Bytes that a page may leave unread before its stream ends. */
const maxUnread = 256 * 1024;
/** How long a page waits before it connects again, in milliseconds. */
const retryMs = seconds(2);

type CaseVersion = Pick<CaseTable, "reference" | "version" | "scope">;

interface Stream {
  readonly session: StaffSession;
  readonly raw: ServerResponse;
  readonly endsAt: number;
}

interface Changes {
  /** Undefined if nothing changed. */
  readonly event: DeskEvent | undefined;
  remember(): void;
}

const findChanged = prepare<{ since: number }, CaseVersion>(["since"], (db, { since }) =>
  db
    .selectFrom("cases")
    .select(["reference", "version", "scope"])
    .where("changed_at", ">", since)
    .orderBy("changed_at", "desc")
    .limit(maxChanges),
);

/** Sends inbox changes to the open pages: one database poll serves all of them. */
export class InboxEvents {
  readonly #context: AppContext;
  readonly #log: FastifyBaseLogger;
  readonly #streams = new Set<Stream>();
  /** Versions sent during the look-back period, by reference. */
  #sent = new Map<string, number>();
  #presence = "";
  #timer: NodeJS.Timeout | undefined;
  #isPolling = false;

  constructor(context: AppContext, log: FastifyBaseLogger) {
    this.#context = context;
    this.#log = log;
  }

  async open(reply: FastifyReply, session: StaffSession): Promise<FastifyReply> {
    const own = [...this.#streams].filter((one) => one.session.staffId === session.staffId);
    if (own.length >= maxStreams) own[0]?.raw.end();
    if (this.#streams.size === 0) await this.#skipPast();
    const event = await this.#attempt(() => this.#readPresent(), "reading presence for the desk");
    const https = this.#context.config.publicUrl?.startsWith("https:") ?? false;
    reply.hijack();
    const { raw } = reply;
    // A client that has left already emits no further "close" event.
    if (raw.destroyed) return reply;
    raw.writeHead(200, {
      ...apiHeaders({ https }),
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      // Tells nginx not to buffer the events.
      "x-accel-buffering": "no",
    });
    const stream = { session, raw, endsAt: performance.now() + streamMs };
    this.#streams.add(stream);
    raw.once("close", () => this.#streams.delete(stream));
    raw.write(`retry: ${retryMs}\n\n`);
    if (event) raw.write(toMessage(event));
    this.#schedule();
    return reply;
  }

  /** Ends every stream, so that the server can stop. */
  close(): void {
    clearTimeout(this.#timer);
    for (const { raw } of this.#streams) raw.end();
    this.#streams.clear();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    // The end of the poll in progress schedules the next one.
    if (this.#isPolling) return;
    // It serves all streams, and outlives the request that starts it.
    outsideSpans(() => {
      this.#timer = setTimeout(() => this.#poll(), pollEveryMs).unref();
    });
  }

  async #poll(): Promise<void> {
    if (this.#streams.size === 0) return;
    this.#isPolling = true;
    const changes = await this.#attempt(() => this.#readChanges(), "reading changes for the desk");
    // Last, so that nothing read meanwhile reaches somebody whose session has ended.
    const isChecked = await this.#attempt(
      () => this.#endRemoved(),
      "checking sessions of the desk",
    );
    if (changes && isChecked) {
      const { event } = changes;
      changes.remember();
      // A comment keeps proxies from closing a quiet stream, and detects disconnected clients.
      this.#send(event ? toMessage(event) : ":\n\n");
    }
    this.#isPolling = false;
    this.#schedule();
  }

  /** The result; undefined, and a line in the log, after a failure. */
  async #attempt<Result>(run: () => Promise<Result>, what: string): Promise<Result | undefined> {
    try {
      return await run();
    } catch (error) {
      this.#log.error({ code: errorCodeOf(error) }, `${what} failed`);
      return undefined;
    }
  }

  /**
   * Ends the streams whose sessions have ended or changed. Those who still may read get a new one,
   * which checks the session.
   */
  async #endRemoved(): Promise<true> {
    const streams = [...this.#streams];
    const live = await findLiveSessions(
      this.#context,
      streams.map(({ session }) => session),
    );
    for (const stream of streams) {
      if (live.has(stream.session)) continue;
      this.#streams.delete(stream);
      stream.raw.end();
    }
    return true;
  }

  #send(text: string): void {
    const now = performance.now();
    for (const { raw, endsAt } of this.#streams) {
      if (raw.writableLength > maxUnread) raw.destroy();
      else if (now >= endsAt) raw.end(text);
      else raw.write(text);
    }
  }

  /** Who has what open, for a page that opens: later events come only when something changes. */
  async #readPresent(): Promise<DeskEvent> {
    const { database, now } = this.#context;
    return { added: [], changed: [], presence: await readPresence(database.db, now()) };
  }

  /** Changes from before the first client connected are not sent. */
  async #skipPast(): Promise<void> {
    const changed = await this.#readChanged();
    this.#sent = new Map(changed.map(({ reference, version }) => [reference, version]));
    this.#presence = "";
  }

  async #readChanges(): Promise<Changes> {
    const { database, now } = this.#context;
    const changed = await this.#readChanged();
    const fresh = changed.filter(
      ({ reference, version }) => (this.#sent.get(reference) ?? 0) < version,
    );
    const added = fresh.filter(
      ({ reference, version, scope }) =>
        version === 1 && scope === "open" && !this.#sent.has(reference),
    );
    const presence = await readPresence(database.db, now());
    const present = JSON.stringify(presence);
    const isNews = fresh.length > 0 || present !== this.#presence;
    const others = fresh.filter((one) => !added.includes(one));
    const event = isNews
      ? { added: await this.#readRows(added), changed: await this.#readRows(others), presence }
      : undefined;
    // Remembered last, so that the next poll repeats what a failed query left out.
    const remember = () => {
      this.#sent = new Map(changed.map(({ reference, version }) => [reference, version]));
      this.#presence = present;
    };
    return { event, remember };
  }

  async #readChanged(): Promise<readonly CaseVersion[]> {
    const { database, now } = this.#context;
    const { rows } = await findChanged(database.db, { since: now() - lookBackMs });
    return rows;
  }

  async #readRows(cases: readonly CaseVersion[]): Promise<CaseRow[]> {
    if (cases.length === 0) return [];
    const { database, now } = this.#context;
    const references = cases.map(({ reference }) => reference);
    const rows = await selectCases(database.db)
      .where("cases.reference", "in", references)
      .orderBy("cases.changed_at", "desc")
      .execute();
    return toCaseRows(database.db, rows, now());
  }
}

function toMessage(event: DeskEvent): string {
  return `event: change\ndata: ${JSON.stringify(event)}\n\n`;
}
