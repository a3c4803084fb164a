import { sql } from "kysely";
import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { recordQueries } from "../../../../tests/support/record-queries.ts";
import { makeRequest } from "../../../../tests/support/rows.ts";
import { insertAccount } from "./auth/queries.ts";
import { findRequests } from "./requests/requests.ts";

const uid = "ruth";

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

describeEachDialect("references of requests", (open, _createDatabase, engine) => {
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
