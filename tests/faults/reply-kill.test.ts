import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { contactForm } from "../../src/features/messages/contract/forms/contact.ts";
import { inboxEndpoints } from "../../src/features/messages/contract/inbox-endpoints.ts";
import { replyEndpoints } from "../../src/features/messages/contract/reply-endpoints.ts";
import {
  type AnyEndpoint,
  readEndpoint,
  withId,
} from "../../src/platform/contract/define-endpoint.ts";
import { submissionPath } from "../../src/platform/contract/form-engine/submission.ts";
import type { DatabaseClient, DatabaseOptions } from "../../src/platform/server/db/client.ts";
import { openDatabase } from "../../src/platform/server/db/open-database.ts";
import { describeEachDialect } from "../support/dialects.ts";
import { endProcess, startServerProcess } from "../support/server-process.ts";
import { startSmtpServer } from "../support/smtp.ts";
import { storeSignedIn } from "../support/staff.ts";

const patience = { timeout: 60_000 };

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
    const references: string[] = [];
    for (const email of ["helen@example.com", "otis@example.com"]) {
      const reference = await first.sendForm(email);
      const read = withId(inboxEndpoints.read, reference);
      await expect.poll(async () => (await first.call(read)).status, patience).toBe(200);
      references.push(reference);
    }
    const [kept = "", undone = ""] = references;
    const reply = async (reference: string): Promise<string> => {
      const send = withId(replyEndpoints.send, reference);
      const sent = await first.call(send, { ...hello, version: 1 });
      expect(sent.status).toBe(200);
      return sent.body.sending.id;
    };
    const id = await reply(undone);
    expect((await first.call(withId(replyEndpoints.undo, id))).status).toBe(200);
    // Last, so that the kill is well within the undo window of ten seconds.
    await reply(kept);
    await first.kill();
    expect(replies()).toEqual([]);

    // The undo window ends while the server is down.
    const due = await inDatabase(options, ({ write }) =>
      write((trx) =>
        trx.updateTable("conversation_replies").set({ send_at: Date.now() }).executeTakeFirst(),
      ),
    );
    expect(due.numUpdatedRows).toBe(1n);
    const second = await start();
    await expect.poll(() => replies().length, patience).toBe(1);
    const stateOf = async () => {
      const { body } = await second.call(withId(inboxEndpoints.read, kept));
      return body.entries.at(-1).delivery.state;
    };
    await expect.poll(stateOf, patience).toBe("sent");
    await second.kill();

    // No second copy is sent, neither now nor after another restart.
    const third = await start();
    const other = await third.call(withId(inboxEndpoints.read, undone));
    expect(other.body).toMatchObject({ sending: null, draft: hello, status: "new" });
    await wait(2500);
    expect(replies().map(({ to }) => to)).toEqual([["helen@example.com"]]);
  });
});
