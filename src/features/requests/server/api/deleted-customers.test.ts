import { expect, test } from "vitest";
import { openProgram } from "../../../../../tests/support/api.ts";
import { type CreateDatabase, describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { openTransaction } from "../../../../../tests/support/open-transaction.ts";
import { signUp } from "../../../../../tests/support/portal.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";

const request = {
  requestTitle: "Ride",
  assignedTo: "",
  assignedToUid: "",
  requestCompleted: false,
  dateCompleted: null,
  price: null,
};

describeEachDialect("a customer who is deleted meanwhile", (_open, createDatabase, engine) => {
  // Not on SQLite, which has a single writer.
  test.runIf(engine === "postgres").each([
    ["PUT /requests/a", request],
    ["POST /cases", { supportId: "1", text: "Hello" }],
  ])("is unknown to %s", async (line, fields) => {
    let databaseUrl = "";
    const kept: CreateDatabase = async (filled) => {
      const options = await createDatabase(filled);
      databaseUrl = options.databaseUrl ?? "";
      return options;
    };
    const site = await openTestApp(kept);
    const { uid } = await signUp(site.app);
    const { call } = await openProgram(site, "requests:write", "cases:write");
    const open = await openTransaction(databaseUrl, "delete from accounts where uid = $1", [uid]);
    const answer = call(line, { customer: { uid }, ...fields });
    await expect.poll(() => open.isBlocking(), { timeout: 20_000, interval: 20 }).toBe(true);
    await open.commit();
    const { status, body } = await answer;
    expect([status, body.code]).toEqual([422, "unknown-customer"]);
  });
});
