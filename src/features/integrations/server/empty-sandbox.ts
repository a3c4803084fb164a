import { rm, stat } from "node:fs/promises";
import path from "node:path";
import { type Kysely, sql, type Transaction } from "kysely";
import type { Engine } from "../../../platform/server/db/client.ts";
import { derivedRows, listTables } from "../../../platform/server/db/list-tables.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import type { Sandbox } from "../../../platform/server/sandbox.ts";

/** Not emptied: keys, test webhooks, and positions that programs know. */
const kept: readonly string[] = ["app_secrets", "clock_state", "webhook_endpoints"];

/**
 * Deletes all records of the sandbox, and the files of this node, if the oldest is from before a time.
 * @param before milliseconds since 1970
 */
export async function emptySandbox(sandbox: Sandbox, before: number): Promise<void> {
  const database = await sandbox.find();
  if (!database) return;
  await removeFiles(path.join(sandbox.folder, "files"), before);
  await database.write(async (trx) => {
    const since = await readSince(trx);
    if (since === null || since >= before) return;
    const tables = (await listTables(trx)).filter(({ name }) => !kept.includes(name));
    await allowDeletion[database.engine](trx, async () => {
      for (const { name } of tables.reverse()) {
        const rows = trx.deleteFrom(name);
        // Others are numbers of one object: "kind/id".
        const some = name === "event_counters" ? rows.where(sql`name`, "like", "%/%") : rows;
        await some.execute();
      }
    });
    for (const name of derivedRows) await trx.deleteFrom(name).execute();
  });
}

/** When the oldest record was written, in milliseconds since 1970; null if there is none. */
export async function readSince(db: Kysely<Database>): Promise<number | null> {
  const { since } = await db
    .selectFrom("events")
    .select(({ fn }) => fn.min("at").as("since"))
    .executeTakeFirstOrThrow();
  return since === null ? null : Number(since);
}

async function removeFiles(folder: string, before: number): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found && found.birthtimeMs < before) await rm(folder, { recursive: true, force: true });
}

type Allow = (trx: Transaction<Database>, work: () => Promise<void>) => Promise<void>;

/** Does what the trigger of the audit log refuses. */
const allowDeletion: Readonly<Record<Engine, Allow>> = {
  async postgres(trx, work) {
    await sql`alter table events disable trigger events_have_no_delete`.execute(trx);
    await work();
    await sql`alter table events enable trigger events_have_no_delete`.execute(trx);
  },
  async sqlite(trx, work) {
    await sql`drop trigger events_have_no_delete`.execute(trx);
    await work();
    await sql`
      create trigger events_have_no_delete before delete on events when old.audit is not null
      begin select raise(abort, 'The audit log is append-only.'); end`.execute(trx);
  },
};
