import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { describeOnSqlite } from "../../../../tests/support/dialects.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import { composeEmail } from "./compose.ts";
import { queueEmail } from "./outbox.ts";
import { openTransport } from "./transport.ts";

describeOnSqlite("emails", (_open, createDatabase) => {
  test("end with the address of the page on safety, at the address of this site", async () => {
    const { context, database, dataDir } = await openTestApp(createDatabase, {
      PUBLIC_URL: "https://www.home.example",
    });
    const draft = { kind: "test", recipient: "rosa@example.com", subject: "Hi", lines: ["Hello,"] };
    await database.write((trx) => queueEmail(trx, composeEmail(draft), context.now()));
    const row = await database.db.selectFrom("mail_outbox").selectAll().executeTakeFirstOrThrow();
    const transport = await openTransport(context.config);
    await transport.deliver(row);
    transport.close();
    const folder = path.join(dataDir, "outbox");
    const sent = readFileSync(path.join(folder, readdirSync(folder)[0] ?? ""), "utf8");
    expect(sent.match(/https:\/\/www\.home\.example\/help\/safety/g)).toHaveLength(2);
    expect(sent).not.toContain("origin.invalid");
  });
});
