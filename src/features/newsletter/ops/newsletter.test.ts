import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { storeSignup } from "../../../../tests/support/newsletter.ts";
import { runOps, runOpsWith } from "../../../../tests/support/ops.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import { findHeldData } from "../../privacy/server/deletion/held-data.ts";
import { listNewSignups } from "../server/list-new-signups.ts";

const note = ["--note", "At the fair"];

describeEachDialect("the operator and the newsletter", (_open, createDatabase) => {
  test("adds, imports, suppresses and deletes; a deleted address never comes back by import", async () => {
    const options = await createDatabase("with tables");
    const site = await openTestApp(async () => options);
    await storeSignup(site, "ada@example.com", { at: site.clock.now });
    while (await listNewSignups(site.context));
    const run = (...args: string[]) => runOps(options, "newsletter", ...args);
    const add = await run("add", "--email", "Bea@example.com", ...note);
    expect(add).toEqual({ code: 0, stdout: "bea@example.com is subscribed.\n", stderr: "" });
    expect((await run("add", "--email", "bea@example.com", ...note)).stderr).toContain("already");
    expect((await run("add", "--email", "bea@example.com")).code).toBe(1);
    const never = ["--email", "bea@example.com", "--reason", "Asked by phone"];
    expect((await run("suppress", ...never)).code).toBe(0);

    const held = () => findHeldData(site.database.db, "ada@example.com");
    expect((await held()).rows).toMatchObject({
      newsletter_subscribers: 1,
      newsletter_addresses: 1,
    });
    expect((await run("delete", "--email", "ada@example.com")).code).toBe(0);
    expect((await held()).rows).toEqual({});

    const csv = "email\nada@example.com\nbea@example.com\nnew@example.com\nnone\n";
    const counts =
      "New: 1\nAlready there: 0\nLeft before: 0\nSuppressed: 2\nNot an address: 1\n  line 5: none\n";
    const dry = await runOpsWith(csv, options, "newsletter", "import", ...note, "--dry-run");
    expect(dry.stdout.replaceAll("(dry run, nothing changed) ", "")).toBe(counts);
    const rows = () =>
      site.database.db.selectFrom("newsletter_addresses").select("email").execute();
    expect(await rows()).toHaveLength(1);
    expect((await runOpsWith(csv, options, "newsletter", "import", ...note)).stdout).toBe(counts);
    expect(await rows()).toHaveLength(2);
  });
});
