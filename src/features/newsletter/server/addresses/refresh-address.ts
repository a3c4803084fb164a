import type { Selectable, Transaction } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";
import { emitEvents } from "../../../integrations/server/webhooks/emit-events.ts";
import { subscriberEvent } from "../../../integrations/server/webhooks/record-events.ts";
import type { SubscriberSource, SubscriberState } from "../../contract/subscriber-states.ts";
import { DayChanges } from "./days.ts";
import { sourceOf } from "./sources.ts";
import { findSuppression, type Suppression } from "./suppressions.ts";
import { queueSync } from "./sync-queue.ts";

type Signup = Pick<
  Selectable<Database["newsletter_subscribers"]>,
  | "created_at"
  | "unsubscribed_at"
  | "spam_reason"
  | "pending_until"
  | "confirmed_at"
  | "page"
  | "note"
  | "data"
>;

/** Maximum signups of one address that count, which bounds the cost of a flood with one address. */
const maxSignups = 500;

interface RefreshOptions {
  /** How the address left, if it leaves now. */
  readonly how?: string;
  /** Collects changes of days, which the caller saves; by default they are saved at once. */
  readonly days?: DayChanges;
}

/**
 * Updates the row that staff see after any change of an address's signups. The only place that
 * writes states: it also counts days and queues the sync with listmonk.
 * @param email in lower case
 * @returns the state; undefined without a signup
 */
export async function refreshAddress(
  trx: Transaction<Database>,
  email: string,
  now: number,
  { how = "", days }: RefreshOptions = {},
): Promise<SubscriberState | undefined> {
  const before = await trx
    .selectFrom("newsletter_addresses")
    .select(["id", "state", "how", "sync_state"])
    .where("email", "=", email)
    .forUpdate()
    .executeTakeFirst();
  const signups = await readSignups(trx, email);
  const changes = days ?? new DayChanges();
  const left = how !== "" || before?.state !== "left" ? how : before.how;
  const next = derive(signups, await findSuppression(trx, email), left);
  let id = before?.id ?? "";
  if (!next) {
    await trx.deleteFrom("newsletter_addresses").where("email", "=", email).execute();
    if (before?.state === "reader") changes.add(now, { gone: 1 });
  } else if (before) {
    await trx.updateTable("newsletter_addresses").set(next).where("id", "=", before.id).execute();
    const isSubscriber = next.state === "reader";
    if (isSubscriber !== (before.state === "reader")) {
      changes.add(next.changed_at, isSubscriber ? { joined: 1 } : { gone: 1 });
    }
  } else {
    id = orderedId();
    await trx
      .insertInto("newsletter_addresses")
      .values({ id, email, ...next, sync_state: "", sync_version: "" })
      .execute();
    countSpans(signups, next.state, changes);
  }
  if (!days) await changes.save(trx);
  await emitChange(trx, id, before?.state, next?.state, now);
  const isSynced =
    next !== undefined && (next.state === before?.sync_state || !isShared(next.state));
  if (next?.state !== before?.state && !isSynced) await queueSync(trx, email, now);
  return next?.state;
}

/** Emits webhook events when an address becomes a subscriber or stops being one. */
async function emitChange(
  trx: Transaction<Database>,
  id: string,
  before: string | undefined,
  after: SubscriberState | undefined,
  now: number,
): Promise<void> {
  if ((before === "reader") === (after === "reader")) return;
  const event = after === "reader" ? "subscriber.created" : "subscriber.removed";
  await emitEvents(trx, [subscriberEvent(event, id, after ?? "deleted")], now);
}

/** Whether listmonk knows the state: addresses that may never become subscribers are not sent to it. */
function isShared(state: SubscriberState): boolean {
  return state === "reader" || state === "left" || state === "suppressed";
}

async function readSignups(trx: Transaction<Database>, email: string): Promise<Signup[]> {
  const rows = await trx
    .selectFrom("newsletter_subscribers")
    .select([
      "created_at",
      "unsubscribed_at",
      "spam_reason",
      "pending_until",
      "confirmed_at",
      "page",
      "note",
      "data",
    ])
    .where("email", "=", email)
    .orderBy("created_at", "desc")
    .limit(maxSignups)
    .execute();
  return rows.reverse();
}

interface Derived {
  readonly state: SubscriberState;
  readonly source: SubscriberSource;
  readonly page: string;
  readonly how: string;
  readonly changed_at: number;
}

/**
 * @param signups oldest first
 * @param how how the address left, if it did
 */
function derive(
  signups: readonly Signup[],
  suppression: Suppression | undefined,
  how: string,
): Derived | undefined {
  const first = signups[0];
  if (!first) return undefined;
  const describe = (state: SubscriberState, from: Signup, why: string, changed_at: number) => ({
    state,
    source: sourceOf(from.data),
    page: from.page,
    how: why,
    changed_at,
  });
  const current = signups.filter(({ unsubscribed_at }) => unsubscribed_at === null);
  const genuine = current.filter(({ spam_reason }) => spam_reason === null);
  const counting = genuine.find(({ pending_until }) => pending_until === null);
  const newest = signups.at(-1) ?? first;
  if (suppression) return describe("suppressed", newest, suppression.reason, suppression.createdAt);
  if (counting) return describe("reader", counting, counting.note, startOf(counting));
  const waiting = genuine.at(-1);
  if (waiting) return describe("to-confirm", waiting, "", waiting.created_at);
  const marked = current.at(-1);
  if (marked) return describe("spam", marked, marked.spam_reason ?? "", marked.created_at);
  const leftAt = Math.max(...signups.map(({ unsubscribed_at }) => unsubscribed_at ?? 0));
  return describe("left", newest, how, leftAt);
}

function countSpans(signups: readonly Signup[], state: SubscriberState, changes: DayChanges): void {
  let end = Number.NEGATIVE_INFINITY;
  for (const signup of signups) {
    const { unsubscribed_at, spam_reason, pending_until } = signup;
    if (spam_reason !== null || pending_until !== null) continue;
    const isOpen = unsubscribed_at === null;
    const start = startOf(signup);
    if (start > end && (!isOpen || state === "reader")) {
      changes.add(start, { joined: 1 });
      if (!isOpen) changes.add(unsubscribed_at, { gone: 1 });
    }
    end = Math.max(end, unsubscribed_at ?? Number.POSITIVE_INFINITY);
  }
}

function startOf({ confirmed_at, created_at }: Signup): number {
  return confirmed_at ?? created_at;
}
