import type { FastifyBaseLogger } from "fastify";
import { sql, type Transaction } from "kysely";
import { minutes, seconds } from "../../../../platform/contract/durations.ts";
import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import {
  backOffMs,
  type Queue,
  settleTask,
  type Task,
} from "../../../../platform/server/jobs/queue.ts";
import { QueueWorker } from "../../../../platform/server/jobs/queue-worker.ts";
import { suppressAddress } from "../addresses/suppress-address.ts";
import { findSuppression } from "../addresses/suppressions.ts";
import { unsubscribe } from "../change-subscription.ts";
import type { ListmonkSettings } from "../settings.ts";
import {
  describeListmonkError,
  ListmonkClient,
  listmonkTimeoutMs,
  type RemoteSubscriber,
  remotePageSize,
} from "./client.ts";

const maxRequests = 3;
/** Pages of people who left that one run reads; the next run continues there. */
const pagesPerRun = 5;

const queue: Queue<"newsletter_sync"> = {
  table: "newsletter_sync",
  isWaiting: sql`1 = 1`,
  leaseMs: listmonkTimeoutMs * maxRequests + minutes(1),
};

/** Pushes changed addresses to listmonk; safe on several nodes at once. */
export function createSyncWorker(
  context: AppContext,
  settings: ListmonkSettings,
  log: FastifyBaseLogger,
): QueueWorker<"newsletter_sync"> {
  const { database, now } = context;
  const client = new ListmonkClient(settings);
  /** @returns false if listmonk failed; the task is retried */
  const perform = async (task: Task<"newsletter_sync">) => {
    const { id, email, version, attempts } = task;
    let failure = "";
    try {
      await syncAddress(email, await client.find(email), client, context);
    } catch (error) {
      failure = describeListmonkError(error);
      log.warn({ task: id, attempts, reason: failure }, "could not sync an address to listmonk");
    }
    await database.write(async (trx) => {
      const done = trx.deleteFrom("newsletter_sync").where("id", "=", id);
      if (failure === "") await done.where("version", "=", version).execute();
      await noteResult(trx, now(), failure);
    });
    // Still there if it failed, or if the address changed in the meantime.
    const waitMs = failure === "" ? 0 : backOffMs(attempts);
    await settleTask(queue, database, task, { next_try_at: now() + waitMs });
    return failure === "";
  };
  const work = {
    name: "listmonk-push",
    needsTrueClock: false,
    everyMs: seconds(5),
    queue,
    maxConcurrent: 4,
    perform,
  };
  return new QueueWorker(work, context, log);
}

/**
 * Reads who left or was blocked in listmonk, and the newest subscribers, which may be people who
 * left here. listmonk stores no time when somebody leaves a list, so those who left are read again
 * and again, a few pages with each run.
 * @throws the error of listmonk, after storing it for staff
 */
export async function readChanges(context: AppContext, settings: ListmonkSettings): Promise<void> {
  const { database, now } = context;
  const client = new ListmonkClient(settings);
  const read = async (kind: "newest" | "left", page: number) => {
    const page100 = await client.list(kind, page);
    for (const one of page100) await syncAddress(emailKey(one.email), one, client, context);
    return page100.length === remotePageSize;
  };
  try {
    await read("newest", 1);
    const [state] = await database.db.selectFrom("newsletter_sync_state").selectAll().execute();
    let page = Number(state?.read_to) || 1;
    for (let run = 0, isMore = true; isMore && run < pagesPerRun; run += 1) {
      isMore = await read("left", page);
      page = isMore ? page + 1 : 1;
    }
    await database.write((trx) => noteResult(trx, now(), "", { read_to: String(page) }));
  } catch (error) {
    await database.write((trx) => noteResult(trx, now(), describeListmonkError(error)));
    throw error;
  }
}

/** Stores how the sync went, for staff. @param failure a sentence; empty after a success */
function noteResult(trx: Transaction<Database>, now: number, failure = "", more = {}) {
  const time = failure === "" ? { succeeded_at: now } : { failed_at: now };
  return trx
    .updateTable("newsletter_sync_state")
    .set({ ...more, ...time, failure })
    .execute();
}

/**
 * Pushes the state of an address, unless the person left or was blocked in listmonk since the last
 * push: that counts here, too. Only the person can come back, and only here.
 */
async function syncAddress(
  email: string,
  remote: RemoteSubscriber | undefined,
  client: ListmonkClient,
  { database, config, now }: AppContext,
): Promise<void> {
  const there = stateOf(remote, config.listmonk?.listId);
  const { here, pushed } = await database.write((trx) => readHere(trx, email));
  const isEnd = there === "suppressed" || (there === "left" && here !== "left");
  if (here === "deleted") await client.push(email, remote, here);
  else if (isEnd && there !== pushed && here !== "suppressed") {
    await database.write(async (trx) => {
      // First, so that the change is not pushed back.
      await notePushed(trx, email, there);
      if (there === "left") await unsubscribe(trx, { email }, "mail-tool", now());
      else await suppressAddress(trx, email, "Blocked in the email tool", now());
    });
  } else if (here === "reader" || here === "left" || here === "suppressed") {
    if (here !== there) await client.push(email, remote, here);
    if (here !== pushed) await database.write((trx) => notePushed(trx, email, here));
  }
}

function notePushed(trx: Transaction<Database>, email: string, sync_state: string) {
  const row = trx.updateTable("newsletter_addresses").where("email", "=", email);
  return row.set({ sync_state }).execute();
}

function stateOf(remote: RemoteSubscriber | undefined, listId: number | undefined) {
  if (remote?.status === "blocklisted") return "suppressed";
  const list = remote?.lists?.find(({ id }) => id === listId);
  if (!remote || !list) return "";
  return list.subscription_status === "unsubscribed" || remote.status === "disabled"
    ? "left"
    : "reader";
}

async function readHere(trx: Transaction<Database>, email: string) {
  const rows = trx.selectFrom("newsletter_addresses").where("email", "=", email);
  const row = await rows.select(["state", "sync_state"]).executeTakeFirst();
  if (row) return { here: row.state, pushed: row.sync_state };
  // Deleted here, and may not come back.
  return { here: (await findSuppression(trx, email)) ? "deleted" : "", pushed: "" };
}
