import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import type { ListmonkSettings } from "../../../../platform/server/config/listmonk-settings.ts";
import type { AppContext } from "../../../../platform/server/context/app-context.ts";
import { describeListmonkError, ListmonkClient, remotePageSize } from "./client.ts";
import { syncAddress } from "./sync.ts";
import { noteFailure, noteSuccess } from "./sync-state.ts";

/** Pages of people who left that one run reads; the next run continues there. */
const pagesPerRun = 5;

/**
 * Reads what changed in listmonk: new subscribers, and those who left or were blocked. listmonk
 * stores no time when somebody leaves a list, so those who left are read repeatedly, a few pages
 * with each run.
 * @throws ListmonkError, after storing it for staff
 */
export async function readChanges(context: AppContext, settings: ListmonkSettings): Promise<void> {
  const { database, now } = context;
  const client = new ListmonkClient(settings);
  try {
    for (const one of await client.list("newest", 1)) {
      await syncAddress(emailKey(one.email), one, client, context);
    }
    const first = await readPlace(context);
    for (let page = first; page < first + pagesPerRun; page += 1) {
      const left = await client.list("left", page);
      for (const one of left) await syncAddress(emailKey(one.email), one, client, context);
      const isLast = left.length < remotePageSize;
      await notePlace(context, isLast ? 1 : page + 1);
      if (isLast) break;
    }
    await database.write((trx) => noteSuccess(trx, now()));
  } catch (error) {
    const reason = describeListmonkError(error);
    await database.write((trx) => noteFailure(trx, reason, now()));
    throw error;
  }
}

async function readPlace({ database }: Pick<AppContext, "database">): Promise<number> {
  const row = await database.db
    .selectFrom("newsletter_sync_state")
    .select("read_to")
    .executeTakeFirst();
  return Number(row?.read_to) || 1;
}

function notePlace({ database }: Pick<AppContext, "database">, page: number) {
  return database.write((trx) =>
    trx
      .updateTable("newsletter_sync_state")
      .set({ read_to: String(page) })
      .execute(),
  );
}
