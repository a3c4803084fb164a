import { expect, test } from "vitest";
import { describeEachDialect } from "../../../tests/support/dialects.ts";
import { runOps } from "../../../tests/support/ops.ts";
import { makeRequest } from "../../../tests/support/rows.ts";
import { insertAccount } from "../../features/customers/server/auth/queries.ts";
import { requestReference } from "../../features/customers/server/requests/request-reference.ts";
import { newsletter } from "../../features/newsletter/contract/newsletter.ts";
import { openDatabase } from "../../platform/server/db/open-database.ts";
import { pageSize } from "../../platform/server/values/stored-record.ts";

/** Ids in the order of printing, more than fit on two pages. */
const ids = Array.from({ length: 2 * pageSize + 1 }, (_, index) => `id-${1000 + index}`);

const person = {
  firstName: "Ruth",
  lastName: "Abernathy",
  city: "Boulder",
  state: "CO",
  zip: "80302",
  phone: "303-555-0101",
  password: "",
};

describeEachDialect("collections of several pages", (_open, createDatabase) => {
  test("people, their requests and subscribers are printed and found once each, in order", async () => {
    const options = await createDatabase("with tables");
    const client = await openDatabase(options);
    await client.write(async (trx) => {
      for (const uid of ids) {
        const values = { ...person, email: `${uid}@example.com` };
        const supportId = uid.replace("-", "");
        await insertAccount(trx, { uid, values, passwordHash: "", supportId, now: 1 });
        await trx
          .insertInto("completed_requests")
          .values(makeRequest("id-1000", { id: uid }))
          .execute();
        const data = JSON.stringify({ email: values.email });
        const subscriber = { id: uid, email: values.email, data, created_at: 1 };
        const rest = { unsubscribed_at: null, spam_reason: null, address_hash: null };
        await trx
          .insertInto("newsletter_subscribers")
          .values({ ...subscriber, ...rest })
          .execute();
      }
      for (const id of ids.slice(0, pageSize + 1)) {
        const others = makeRequest("id-1001", { id: `before-${id}` });
        await trx.insertInto("completed_requests").values(others).execute();
      }
    });
    await client.close();
    for (const name of ["Users", "Users/id-1000/CompletedRequests", newsletter.collection]) {
      const { stdout } = await runOps(options, "records", name);
      const printed = (JSON.parse(stdout) as { id: string }[]).map(({ id }) => id);
      expect([name, printed]).toEqual([name, ids]);
    }
    const last = { uid: "id-1000", id: ids.at(-1) ?? "" };
    const { stdout } = await runOps(options, "find", requestReference(last));
    expect((JSON.parse(stdout) as { id: string }[]).map(({ id }) => id)).toEqual([last.id]);
  });
});
