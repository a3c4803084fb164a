import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { backupTo } from "../../../platform/server/db/backup/backup.ts";
import { fillDatabase } from "../../../platform/server/db/backup/fill-database.ts";
import { restoreFrom } from "../../../platform/server/db/backup/restore.ts";
import type { DatabaseClient } from "../../../platform/server/db/client.ts";
import { migrate } from "../../../platform/server/db/migrate.ts";
import { openDatabase } from "../../../platform/server/db/open-database.ts";
import { listSignups, listSubscribers, subscribe } from "./queries.ts";

const email = "ada@example.com";
const old = {
  id: "1",
  email,
  data: '{"formTime":3000}',
  created_at: 5,
  unsubscribed_at: null,
  spam_reason: "many-from-address",
  address_hash: "hash",
};
/** Values of columns that older versions did not have. */
const unknown = {
  page: "",
  wording: "",
  note: "",
  added_by: "",
  pending_until: null,
  confirmed_at: null,
  listed_at: null,
};
const left = { ...old, id: "2", email: "left@example.com", unsubscribed_at: 9, address_hash: null };

async function openAt(options: Parameters<typeof openDatabase>[0]): Promise<DatabaseClient> {
  const client = await openDatabase(options);
  onTestFinished(() => client.close());
  return client;
}

const readAll = ({ db }: DatabaseClient) =>
  db.selectFrom("newsletter_subscribers").selectAll().orderBy("id").execute();

describeEachDialect(
  "signups of the versions that stored one per address",
  (_open, createDatabase, engine) => {
    test("are kept by the migration; later ones are added, and a backup holds all", async () => {
      const options = await createDatabase();
      await fillDatabase(options, async (trx) => {
        await migrate(trx, "2026-11-23-request-references");
        await trx.insertInto("newsletter_subscribers").values([old, left]).execute();
      });
      const client = await openAt(options);
      expect(await readAll(client)).toEqual([old, left].map((row) => ({ ...row, ...unknown })));
      const signup = {
        id: "3",
        email,
        data: {},
        createdAt: 7,
        spamReason: null,
        addressHash: null,
        page: "/families",
        wording: "2026-11-23",
        pendingUntil: null,
      };
      await client.write((trx) => subscribe(trx, signup));
      expect(await listSubscribers(client.db)).toEqual([{ id: "1", email, spam: false }]);
      expect((await listSignups(client.db, email)).map(({ id }) => id)).toEqual(["1", "3"]);

      const folder = await mkdtemp(path.join(os.tmpdir(), "test-signups-"));
      onTestFinished(() => rm(folder, { recursive: true, force: true }));
      const file = path.join(folder, "site.backup");
      await backupTo(client, folder, file);
      const target = await createDatabase();
      await restoreFrom(file, target);
      const copy = await openAt(target);
      expect(await readAll(copy)).toEqual(await readAll(client));
    });

    test("lookups by address and by network address use indexes", async () => {
      const { db } = await openAt(await createDatabase("with tables"));
      const names =
        engine === "sqlite"
          ? sql<{ name: string }>`
            select name from sqlite_schema where tbl_name = 'newsletter_subscribers'
            and type = 'index' and sql is not null order by name`
          : sql<{ name: string }>`
            select indexname as name from pg_indexes where tablename = 'newsletter_subscribers'
            and indexname like '%by%' order by 1`;
      expect((await names.execute(db)).rows.map(({ name }) => name)).toEqual([
        "newsletter_subscribers_by_address",
        "newsletter_subscribers_by_email",
        "newsletter_subscribers_by_pending",
        "newsletter_subscribers_by_unlisted",
      ]);
    });
  },
);
