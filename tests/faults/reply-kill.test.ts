import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { inboxEndpoints } from "../../src/contract/desk/inbox.ts";
import { replyEndpoints } from "../../src/contract/desk/reply-endpoints.ts";
import {
  type AnyEndpoint,
  readEndpoint,
  withId,
} from "../../src/contract/endpoints/define-endpoint.ts";
import { contactForm } from "../../src/contract/forms/contact.ts";
import { submissionPath } from "../../src/contract/forms/submission.ts";
import type { DatabaseClient, DatabaseOptions } from "../../src/server/platform/db/client.ts";
import { openDatabase } from "../../src/server/platform/db/connect/open-database.ts";
import { describeEachDialect } from "../support/dialects.ts";
import { endProcess, startServerProcess } from "../support/server-process.ts";
import { startSmtpServer } from "../support/smtp.ts";
import { storeSignedIn } from "../support/staff.ts";

const hello = {
  text: "The letters are larger now.",
  blanks: {},
  statusAfter: "waiting",
  templateId: "",
};

/** Opens the database while the server is stopped. */
async function inDatabase<Result>(
  options: DatabaseOptions,
  work: (database: DatabaseClient) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(options);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

describeEachDialect("kill -9 while a reply can be taken back", (_open, createDatabase) => {
  test("sends the reply exactly once after the restart, and never one that was undone", async () => {
    const options = await createDatabase("with tables");
    const smtp = await startSmtpServer();
    const { cookie } = await inDatabase(options, (database) =>
      storeSignedIn({ database, clock: { now: Date.now() } }, ["agent"], "Imani Bell"),
    );
    const start = async () => {
      const server = await startServerProcess(options.dataDir, {
        DATABASE_URL: options.databaseUrl ?? "",
        RATE_LIMITS: "off",
        SMTP_URL: smtp.url,
      });
      onTestFinished(async () => void (await endProcess(server.child, "SIGKILL")));
      return {
        kill: () => endProcess(server.child, "SIGKILL"),
        async call(endpoint: AnyEndpoint, body?: object) {
          const { method, path } = readEndpoint(endpoint);
          const response = await fetch(server.origin + path, {
            method,
            headers: {
              cookie,
              origin: server.origin,
              ...(body && { "content-type": "application/json" }),
            },
            ...(body && { body: JSON.stringify(body) }),
          });
          return { status: response.status, body: await response.json() };
        },
        async sendForm(email: string): Promise<string> {
          const response = await fetch(server.origin + submissionPath(contactForm.collection), {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ name: "Helen Brandt", email, message: "Too small" }),
          });
          return ((await response.json()) as { reference: string }).reference;
        },
      };
    };
    const replies = () =>
      smtp.emails.filter(({ parts }) => JSON.stringify(parts).includes(hello.text));

    const first = await start();
    const sending: { reference: string; id: string }[] = [];
    for (const email of ["helen@example.com", "otis@example.com"]) {
      const reference = await first.sendForm(email);
      const read = withId(inboxEndpoints.read, reference);
      await expect.poll(async () => (await first.call(read)).status, { timeout: 10_000 }).toBe(200);
      const sent = await first.call(withId(replyEndpoints.send, reference), {
        ...hello,
        version: 1,
      });
      expect(sent.status).toBe(200);
      sending.push({ reference, id: sent.body.sending.id });
    }
    const [kept, undone] = sending;
    if (!kept || !undone) throw new Error("Two replies must be pending.");
    expect((await first.call(withId(replyEndpoints.undo, undone.id))).status).toBe(200);
    await first.kill();
    expect(replies()).toEqual([]);

    // The undo window of ten seconds ends while the server is down.
    const due = await inDatabase(options, ({ write }) =>
      write((trx) =>
        trx.updateTable("conversation_replies").set({ send_at: Date.now() }).executeTakeFirst(),
      ),
    );
    expect(due.numUpdatedRows).toBe(1n);
    const second = await start();
    await expect.poll(() => replies().length, { timeout: 15_000 }).toBe(1);
    const stateOf = async () => {
      const { body } = await second.call(withId(inboxEndpoints.read, kept.reference));
      return body.entries.at(-1).delivery.state;
    };
    await expect.poll(stateOf, { timeout: 10_000 }).toBe("sent");
    await second.kill();

    // No second copy is sent, neither now nor after another restart.
    const third = await start();
    const other = await third.call(withId(inboxEndpoints.read, undone.reference));
    expect(other.body).toMatchObject({ sending: null, draft: hello, status: "new" });
    await wait(2500);
    expect(replies().map(({ to }) => to)).toEqual([["helen@example.com"]]);
  });
});
