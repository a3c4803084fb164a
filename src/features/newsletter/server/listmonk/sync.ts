import type { FastifyBaseLogger } from "fastify";
import { sql, type Transaction } from "kysely";
import { minutes, seconds } from "../../../../platform/contract/durations.ts";
import type { ListmonkSettings } from "../../../../platform/server/config/listmonk-settings.ts";
import type { AppContext } from "../../../../platform/server/context/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import {
  backOffMs,
  type Queue,
  settleTask,
  type Task,
} from "../../../../platform/server/jobs/queue.ts";
import { QueueWorker } from "../../../../platform/server/jobs/queue-worker.ts";
import { addReaders } from "../addresses/add-readers.ts";
import { suppressAddress } from "../addresses/suppress-address.ts";
import { findSuppression } from "../addresses/suppressions.ts";
import { unsubscribe } from "../change-subscription.ts";
import {
  describeListmonkError,
  ListmonkClient,
  listmonkTimeoutMs,
  type RemoteSubscriber,
} from "./client.ts";
import { reconcile, type SharedState } from "./reconcile.ts";
import { noteFailure, noteSuccess } from "./sync-state.ts";

/** Polling interval of the queue, in milliseconds. */
const pollMs = seconds(5);
const maxConcurrent = 4;
/** Requests of one task. */
const maxRequests = 4;

const syncQueue: Queue<"newsletter_sync"> = {
  table: "newsletter_sync",
  isWaiting: sql`1 = 1`,
  leaseMs: listmonkTimeoutMs * maxRequests + minutes(1),
};

/** Sends changed addresses to listmonk; safe on several nodes at once. */
export function createSyncWorker(
  context: AppContext,
  settings: ListmonkSettings,
  log: FastifyBaseLogger,
): QueueWorker<"newsletter_sync"> {
  const client = new ListmonkClient(settings);
  return new QueueWorker(
    {
      name: "listmonk-tell",
      needsTrueClock: false,
      everyMs: pollMs,
      queue: syncQueue,
      maxConcurrent,
      perform: (task) => tell(task, client, context, log),
    },
    context,
    log,
  );
}

/** @returns false if listmonk failed; the task is retried */
async function tell(
  task: Task<"newsletter_sync">,
  client: ListmonkClient,
  context: AppContext,
  log: FastifyBaseLogger,
): Promise<boolean> {
  const { database, now } = context;
  const { id, email, version, attempts } = task;
  try {
    await syncAddress(email, await client.find(email), client, context);
    await database.write(async (trx) => {
      await trx
        .deleteFrom("newsletter_sync")
        .where("id", "=", id)
        .where("version", "=", version)
        .execute();
      await noteSuccess(trx, now());
    });
    // It changed in the meantime: sync it again.
    await settleTask(syncQueue, database, task, { next_try_at: now() });
    return true;
  } catch (error) {
    const reason = describeListmonkError(error);
    log.warn({ task: id, attempts, reason }, "could not sync an address to listmonk");
    await database.write((trx) => noteFailure(trx, reason, now()));
    await settleTask(syncQueue, database, task, { next_try_at: now() + backOffMs(attempts) });
    return false;
  }
}

interface Local {
  readonly state: SharedState;
  readonly known: SharedState;
  /** Whether it awaits confirmation or looks like spam; such addresses are not sent to listmonk. */
  readonly isHidden: boolean;
  /** Whether it was deleted here and may not come back. */
  readonly isDeleted: boolean;
}

/**
 * Syncs one address: makes both sides equal.
 * @param remote the subscriber there, if there is one
 * @throws ListmonkError
 */
export async function syncAddress(
  email: string,
  remote: RemoteSubscriber | undefined,
  client: ListmonkClient,
  { database, config, now }: Pick<AppContext, "database" | "config" | "now">,
): Promise<void> {
  const listId = config.listmonk?.listId ?? 0;
  const there = stateOf(remote, listId);
  const local = await database.write((trx) => readLocal(trx, email));
  if (local.isDeleted) {
    if (remote) await client.remove(remote.id);
    return;
  }
  // Hidden addresses are not sent, but an unsubscription in listmonk still counts.
  if (local.isHidden && there !== "left" && there !== "suppressed") return;
  const { state, changesHere, changesThere } = reconcile(local.state, there, local.known);
  if (changesThere && !local.isHidden) await change(client, email, remote, state);
  await database.write(async (trx) => {
    // Store the agreed state first, so that the change here is not sent back.
    await noteAgreed(trx, email, state);
    if (changesHere) await applyHere(trx, email, state, now());
    await noteAgreed(trx, email, state);
  });
}

function noteAgreed(trx: Transaction<Database>, email: string, state: SharedState) {
  return trx
    .updateTable("newsletter_addresses")
    .set({ sync_state: state })
    .where("email", "=", email)
    .execute();
}

function stateOf(remote: RemoteSubscriber | undefined, listId: number): SharedState {
  if (!remote) return "";
  if (remote.status === "blocklisted") return "suppressed";
  const list = remote.lists?.find(({ id }) => id === listId);
  if (!list) return "";
  return list.subscription_status === "unsubscribed" || remote.status === "disabled"
    ? "left"
    : "reader";
}

async function readLocal(trx: Transaction<Database>, email: string): Promise<Local> {
  const row = await trx
    .selectFrom("newsletter_addresses")
    .select(["state", "sync_state"])
    .where("email", "=", email)
    .executeTakeFirst();
  if (!row) {
    const isDeleted = (await findSuppression(trx, email)) !== undefined;
    return { state: "", known: "", isHidden: false, isDeleted };
  }
  const isHidden = row.state === "to-confirm" || row.state === "spam";
  const state = isHidden ? "" : (row.state as SharedState);
  return { state, known: row.sync_state as SharedState, isHidden, isDeleted: false };
}

async function change(
  client: ListmonkClient,
  email: string,
  remote: RemoteSubscriber | undefined,
  state: SharedState,
): Promise<void> {
  if (!remote) {
    if (state === "reader") await client.create(email, "enabled");
    else if (state === "suppressed") await client.create(email, "blocklisted");
    return;
  }
  if (state === "suppressed") await client.block(remote.id);
  else if (state === "left") await client.setMembership(remote.id, "unsubscribe");
  else if (state === "reader") {
    if (remote.status !== "enabled") await client.enable(remote);
    await client.setMembership(remote.id, "add");
  }
}

async function applyHere(
  trx: Transaction<Database>,
  email: string,
  state: SharedState,
  now: number,
): Promise<void> {
  if (state === "suppressed") {
    await suppressAddress(trx, email, "Blocked in the email tool", now);
  } else if (state === "left") {
    await unsubscribe(trx, { email }, "mail-tool", now);
  } else if (state === "reader") {
    const consent = {
      source: "mail-tool",
      note: "Added in the email tool",
      addedBy: "Email tool",
    } as const;
    await addReaders(trx, [email], new Set(), consent, now);
  }
}
