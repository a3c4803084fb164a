import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { recordQueries } from "../../../../../tests/support/record-queries.ts";
import { makeRequest } from "../../../../../tests/support/rows.ts";
import { fillDatabase } from "../../../../platform/server/db/backup/fill-database.ts";
import { migrate } from "../../../../platform/server/db/migrate.ts";
import { openDatabase } from "../../../../platform/server/db/open-database.ts";
import { insertAccount } from "../auth/accounts/queries.ts";
import { requestReference } from "../requests/request-reference.ts";
import { findRequests } from "../requests/requests.ts";

const uid = "ruth";
/** Two ids of Ruth's requests with the same reference. */
const sameReference = ["r164403", "r274388"];
/** More than two batches of the migration. */
const ids = [...Array.from({ length: 1001 }, (_, index) => `r${index}`), ...sameReference];

const person = {
  firstName: "Ruth",
  lastName: "Abernathy",
  email: "ruth@example.com",
  city: "Boulder",
  state: "CO",
  zip: "80302",
  phone: "303-555-0101",
  password: "",
};

const account = { uid, values: person, passwordHash: "", supportId: "ruth", now: 1 };

describeEachDialect("references of requests", (open, createDatabase, engine) => {
  test("the migration gives every old request the reference it was shown with", async () => {
    const options = await createDatabase();
    await fillDatabase(options, async (trx) => {
      await migrate(trx, "2026-11-22-takeover");
      const { email } = person;
      await trx
        .insertInto("accounts")
        .values({ uid, email, email_key: email, password_hash: "", support_id: uid, created_at: 1 })
        .execute();
      for (const id of ids) {
        const { reference: _, ...row } = makeRequest(uid, { id });
        await trx
          .insertInto("completed_requests")
          .values(row as ReturnType<typeof makeRequest>)
          .execute();
      }
    });
    const client = await openDatabase(options);
    onTestFinished(() => client.close());
    const rows = await client.db.selectFrom("completed_requests").selectAll().execute();
    expect(rows).toHaveLength(ids.length);
    expect(rows.filter((row) => row.reference !== requestReference(row))).toEqual([]);
    expect(rows.find(({ id }) => id === "r7")?.reference).toBe("333TKHNX");
    const reference = requestReference({ uid, id: sameReference[0] ?? "" });
    const found = await findRequests(client.db, reference);
    expect(found.map(({ id }) => id)).toEqual(sameReference);
  });

  test("finding a request by its reference uses the index", async () => {
    const client = await open();
    const row = makeRequest(uid);
    await client.write(async (trx) => {
      await insertAccount(trx, account);
      await trx.insertInto("completed_requests").values(row).execute();
    });
    const { db, queries } = recordQueries(client.db);
    expect(await findRequests(db, row.reference)).toMatchObject([{ id: row.id }]);
    expect(queries).toHaveLength(1);
    const explain = engine === "sqlite" ? "explain query plan" : "explain";
    const plan = await client.write(async (trx) => {
      if (engine === "postgres") await sql`set local enable_seqscan = off`.execute(trx);
      const [query] = queries;
      if (!query) return [];
      const { rows } = await trx.executeQuery({ ...query, sql: `${explain} ${query.sql}` });
      return rows;
    });
    expect(JSON.stringify(plan)).toContain("completed_requests_by_reference");
  });
});
