import path from "node:path";
import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { makeSubmission } from "../../../../tests/support/rows.ts";
import { readAuditLog } from "../../../../tests/support/staff.ts";
import { readHistory } from "../../../features/staff/server/read-history.ts";
import { type DatabaseOptions, sqliteFile } from "./client.ts";
import { NodeSqliteDialect, openSqlite } from "./engines/node-sqlite.ts";
import { migrate } from "./migrate.ts";
import { openDatabase } from "./open-database.ts";

const at = Date.UTC(2026, 10, 20, 17);

describeEachDialect("the migration to one table of events", (_open, createDatabase) => {
  test("keeps the audit log and the history of each record", async () => {
    const options = await createDatabase();
    const before = openEmpty(options);
    await migrate(before, "2027-01-12-request-series");
    const found = { id: "case 1", reference: "K7MP4R2X" };
    await before
      .insertInto("submissions")
      .values({ ...makeSubmission(), ...found })
      .execute();
    await before
      .insertInto("cases")
      .values({ ...blankCase, ...found })
      .execute();
    await before
      .insertInto("case_changes")
      .values([
        { ...line, id: "line 1", staff_id: "imani", what: "Status: New to Done" },
        { ...line, id: "line 2", staff_id: null, what: "Reply not delivered" },
      ])
      .execute();
    await before
      .insertInto("audit_log")
      .values([
        { ...act, id: "act 1", kind: "change", what: "Status: New to Done", target: "K7MP4R2X" },
        { ...act, id: "act 2", kind: "log-in", what: "Logged out “now”", target: "" },
      ])
      .execute();
    await before.destroy();

    const after = await openDatabase(options);
    onTestFinished(() => after.close());
    const subject = { kind: "case", id: "case 1" } as const;
    expect(await readHistory(after.db, subject)).toMatchObject([
      { id: "line 1", staffId: "imani", what: "Status: New to Done" },
      { id: "line 2", staffId: null, what: "Reply not delivered" },
    ]);
    const audit = [
      { kind: "change", actor: "Imani Bell", what: "Status: New to Done", target: "K7MP4R2X" },
      { kind: "log-in", actor: "Imani Bell", what: "Logged out “now”", target: "" },
    ];
    expect(await readAuditLog({ database: after })).toEqual(audit);
    await after.write((trx) => sql`delete from cases`.execute(trx));
    expect(await readHistory(after.db, subject)).toEqual([]);
    expect(await readAuditLog({ database: after })).toEqual(audit);
  });
});

const line = { case_id: "case 1", at };
const act = { staff_id: "imani", actor: "Imani Bell", origin: "192.0.2.1", at };
const blankCase = {
  number: 1,
  form: "ContactForm",
  platform: "",
  name: "",
  email: "",
  snippet: "",
  status: "done",
  scope: "closed",
  created_at: at,
  active_at: at,
  waiting_since: at,
  due_at: at,
  version: 1,
  changed_at: at,
};

function openEmpty({ databaseUrl, dataDir }: DatabaseOptions) {
  const dialect =
    databaseUrl === undefined
      ? new NodeSqliteDialect(openSqlite(path.join(dataDir, sqliteFile)))
      : new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl }) });
  return new Kysely<Record<string, Record<string, unknown>>>({ dialect });
}
