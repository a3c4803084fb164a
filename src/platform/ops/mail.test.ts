import { expect, onTestFinished, test } from "vitest";
import { describeEachDialect } from "../../../tests/support/dialects.ts";
import { runOps } from "../../../tests/support/ops.ts";
import { makeSubmission } from "../../../tests/support/rows.ts";
import { dataDeletionForm } from "../../features/privacy/contract/data-deletion.ts";
import { deletion } from "../../features/privacy/ops/deletion.ts";
import type { DatabaseOptions } from "../server/db/client.ts";
import { openDatabase } from "../server/db/open-database.ts";
import { composeEmail } from "../server/mail/compose.ts";
import { queueEmail } from "../server/mail/outbox.ts";

const request = {
  name: "Ruth Abernathy",
  platform: "The app",
  email: "Ruth@example.com",
  phone: "",
  supportId: "TW-1",
  timestamp: "2026-11-20T10:00:00.000Z",
};

const usage = `Name the request: ${deletion.usage}`;

async function openAt(options: DatabaseOptions) {
  const client = await openDatabase(options);
  onTestFinished(() => client.close());
  const store = (row: Parameters<typeof makeSubmission>[0]) =>
    client.write((trx) => trx.insertInto("submissions").values(makeSubmission(row)).execute());
  const emails = () => client.db.selectFrom("mail_outbox").selectAll().orderBy("kind").execute();
  return { ...client, store, emails };
}

describeEachDialect("operator's commands for email", (_open, createDatabase) => {
  test("deletion done stores the time and emails the person once", async () => {
    const options = await createDatabase("with tables");
    const { store, emails, db } = await openAt(options);
    await store({
      collection: dataDeletionForm.collection,
      reference: "7KX2M9PW",
      data: JSON.stringify(request),
    });
    const first = await runOps(options, "deletion", "done", "7kx2m9pw");
    expect(first).toMatchObject({ code: 0, stderr: "" });
    expect(first.stdout).toMatch(
      /^7KX2M9PW is done \(20.*Z\)\. The customer is notified by email\.\n$/,
    );
    const row = await db.selectFrom("submissions").selectAll().executeTakeFirstOrThrow();
    expect(Date.now() - (row.done_at ?? 0)).toBeLessThan(60_000);
    expect(await emails()).toMatchObject([
      { kind: "privacy-deleted", recipient: "ada@example.com" },
    ]);
    const [email] = await emails();
    expect(email?.text).toContain("7KX2M9PW");
    expect(email?.text).toContain("The app");
    expect(email?.text).not.toMatch(/Ruth|TW-1/);

    const again = await runOps(options, "deletion", "done", "7KX2M9PW");
    expect(again.code).toBe(0);
    expect(again.stdout).toContain("was done before");
    expect(await emails()).toHaveLength(1);
    expect(await db.selectFrom("submissions").select("done_at").execute()).toEqual([
      { done_at: row.done_at },
    ]);
  });

  test("deletion done rejects invalid requests with a message", async () => {
    const options = await createDatabase("with tables");
    const { store, emails, db } = await openAt(options);
    await store({ reference: "7KX2M9PW" });
    for (const [args, sentence] of [
      [
        ["done", "7KX2M9PW"],
        "7KX2M9PW is a ContactForm record; only DataDeletionRequests records can be marked as done.",
      ],
      [["done", "2222AAAA"], "No request has the reference 2222AAAA."],
      [["done", "ruth@example.com"], '"ruth@example.com" is not a reference.'],
      [["done"], usage],
      [["undo", "7KX2M9PW"], usage],
    ] as const) {
      const run = await runOps(options, "deletion", ...args);
      expect(run).toEqual({ code: 1, stdout: "", stderr: `${sentence}\n` });
    }
    expect(await emails()).toEqual([]);
    expect(await db.selectFrom("submissions").select("done_at").execute()).toEqual([
      { done_at: null },
    ]);
  });

  test("mail counts unsent emails, and mail retry makes failed and waiting ones due", async () => {
    const options = await createDatabase("with tables");
    const { write, emails } = await openAt(options);
    const empty = await runOps(options, "mail");
    expect(empty).toEqual({ code: 0, stdout: "[]\n", stderr: "" });
    for (const kind of ["failed", "sent", "waiting"]) {
      const email = composeEmail({ kind, recipient: "a@example.com", subject: "Hi", lines: [] });
      await write((trx) => queueEmail(trx, email, 1));
    }
    const set = (kind: string, values: object) =>
      write((trx) => trx.updateTable("mail_outbox").set(values).where("kind", "=", kind).execute());
    await set("failed", { failed_at: 5, next_try_at: Number.MAX_SAFE_INTEGER, attempts: 9 });
    await set("sent", { sent_at: 5 });
    await set("waiting", { next_try_at: Date.now() + 3_600_000, attempts: 7 });
    expect(JSON.parse((await runOps(options, "mail")).stdout)).toEqual([
      { kind: "failed", waiting: 0, failed: 1 },
      { kind: "waiting", waiting: 1, failed: 0 },
    ]);
    const retry = await runOps(options, "mail", "retry");
    expect(retry).toMatchObject({ code: 0, stdout: "2 emails are queued again.\n" });
    expect(await emails()).toMatchObject([
      { kind: "failed", failed_at: null, attempts: 0 },
      { kind: "sent", sent_at: 5 },
      { kind: "waiting", attempts: 0 },
    ]);
    for (const { next_try_at } of await emails())
      expect(next_try_at).toBeLessThanOrEqual(Date.now());
    expect((await runOps(options, "mail", "now")).code).toBe(1);
  });
});
