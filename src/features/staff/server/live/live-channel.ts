import type { ServerResponse } from "node:http";
import type { FastifyBaseLogger, FastifyReply } from "fastify";
import type { LiveEvent, Presence } from "../../../../platform/contract/desk/live.ts";
import { hasPermission } from "../../../../platform/contract/desk/roles.ts";
import { minutes, seconds } from "../../../../platform/contract/durations.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { errorCodeOf } from "../../../../platform/server/http/errors/outages.ts";
import { apiHeaders } from "../../../../platform/server/http/security-headers.ts";
import type { LiveTopic } from "../../../../platform/server/live-topic.ts";
import { outsideSpans } from "../../../../platform/server/tracing/spans.ts";
import { findLiveSessions } from "../access/live-sessions.ts";
import type { StaffSession } from "../access/staff-session.ts";
import { readPresence } from "./presence.ts";

/** Polling interval while clients are connected, in milliseconds. */
const pollEveryMs = seconds(1);
/**
 * Changes up to this old are read again: nodes commit late, and their clocks differ. New streams
 * begin with them: a page may have loaded its lists before.
 */
const lookBackMs = seconds(10);
/** A stream ends after this time; the page opens a new one, which checks the session again. */
const streamMs = minutes(2);
/** Maximum streams of one staff member: a few windows. */
const maxStreams = 10;
/** Bytes that a page may leave unread before its stream ends. */
const maxUnread = 256 * 1024;
/** How long a page waits before it connects again, in milliseconds. */
const retryMs = seconds(2);

interface Stream {
  readonly session: StaffSession;
  /** Topics that the staff member may read. */
  readonly topics: readonly string[];
  readonly raw: ServerResponse;
  readonly endsAt: number;
}

/** Versions of changed records, by topic and reference. */
type Versions = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** What a poll found. */
interface Found {
  readonly versions: Versions;
  /** Those that were not sent before. */
  readonly fresh: Versions;
  readonly presence: Presence;
}

/** Sends changes to the open pages: one poll of the database serves all of them. */
export class LiveChannel {
  readonly #context: AppContext;
  readonly #log: FastifyBaseLogger;
  readonly #topics: ReadonlyMap<string, LiveTopic>;
  readonly #streams = new Set<Stream>();
  /** What was sent during the look-back period. */
  #sent: Versions = new Map();
  #presence: Presence = {};
  #timer: NodeJS.Timeout | undefined;
  #isPolling = false;

  constructor(context: AppContext, log: FastifyBaseLogger, topics: ReadonlyMap<string, LiveTopic>) {
    this.#context = context;
    this.#log = log;
    this.#topics = topics;
  }

  /** Responds with a stream that stays open. */
  async open(reply: FastifyReply, session: StaffSession): Promise<FastifyReply> {
    const own = [...this.#streams].filter((one) => one.session.staffId === session.staffId);
    if (own.length >= maxStreams) own[0]?.raw.end();
    if (this.#streams.size === 0) this.#sent = await this.#readVersions();
    const presence = await this.#attempt(() => this.#readPresence(), "reading presence");
    if (presence && this.#streams.size === 0) this.#presence = presence;
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
    const topics = [...this.#topics]
      .filter(([, { permission }]) => hasPermission(session.roles, permission))
      .map(([name]) => name);
    const stream = { session, topics, raw, endsAt: performance.now() + streamMs };
    this.#streams.add(stream);
    raw.once("close", () => this.#streams.delete(stream));
    raw.write(`retry: ${retryMs}\n\n`);
    // What changed since the page loaded its lists, which the next poll does not send again.
    const changed = versionsIn(topics, this.#sent);
    if (presence) raw.write(toMessage({ changed, presence: presenceIn(topics, presence) }));
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
    const found = await this.#attempt(() => this.#findNews(), "reading changes");
    // Last, so that nothing read meanwhile reaches somebody whose session has ended.
    const isChecked = await this.#attempt(() => this.#endRemoved(), "checking sessions");
    if (found && isChecked) {
      this.#send(found);
      // Remembered once it is sent, so that the next poll repeats what a failed query left out.
      this.#sent = found.versions;
      this.#presence = found.presence;
    }
    this.#isPolling = false;
    this.#schedule();
  }

  /** The result; undefined, and a line in the log, after a failure. */
  async #attempt<Result>(run: () => Promise<Result>, what: string): Promise<Result | undefined> {
    try {
      return await run();
    } catch (error) {
      this.#log.error({ code: errorCodeOf(error) }, `${what} for the desk failed`);
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

  #send(found: Found): void {
    const now = performance.now();
    const messages = new Map<string, string>();
    for (const { raw, topics, endsAt } of this.#streams) {
      const text = messages.get(topics.join()) ?? this.#toMessage(topics, found);
      messages.set(topics.join(), text);
      if (raw.writableLength > maxUnread) raw.destroy();
      else if (now >= endsAt) raw.end(text);
      else raw.write(text);
    }
  }

  /** What is new to those who may read these topics. */
  #toMessage(topics: readonly string[], found: Found): string {
    const changed = versionsIn(topics, found.fresh);
    const presence = presenceIn(topics, found.presence);
    const isSame =
      Object.keys(changed).length === 0 &&
      JSON.stringify(presence) === JSON.stringify(presenceIn(topics, this.#presence));
    // A comment keeps proxies from closing a quiet stream, and detects disconnected clients.
    return isSame ? ":\n\n" : toMessage({ changed, presence });
  }

  async #findNews(): Promise<Found> {
    const versions = await this.#readVersions();
    const presence = await this.#readPresence();
    const fresh = new Map<string, ReadonlyMap<string, number>>();
    for (const [topic, records] of versions) {
      const sent = this.#sent.get(topic);
      const newer = [...records].filter(([one, version]) => (sent?.get(one) ?? 0) < version);
      if (newer.length > 0) fresh.set(topic, new Map(newer));
    }
    return { versions, fresh, presence };
  }

  #readPresence(): Promise<Presence> {
    const { database, now } = this.#context;
    return readPresence(database.db, now());
  }

  async #readVersions(): Promise<Versions> {
    const { database, now } = this.#context;
    const since = now() - lookBackMs;
    const versions = new Map<string, ReadonlyMap<string, number>>();
    for (const [name, { findChanged }] of this.#topics) {
      const rows = await findChanged(database.db, since);
      versions.set(name, new Map(rows.map((row) => [row.reference, Number(row.version)])));
    }
    return versions;
  }
}

function versionsIn(topics: readonly string[], versions: Versions): LiveEvent["changed"] {
  const some = [...versions].filter(([topic, { size }]) => topics.includes(topic) && size > 0);
  return Object.fromEntries(some.map(([topic, one]) => [topic, Object.fromEntries(one)]));
}

function presenceIn(topics: readonly string[], presence: Presence): Presence {
  return Object.fromEntries(
    Object.entries(presence).filter(([, { topic }]) => topics.includes(topic)),
  );
}

function toMessage(event: LiveEvent): string {
  return `event: change\ndata: ${JSON.stringify(event)}\n\n`;
}
