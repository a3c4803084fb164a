import { mkdir, readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  type CreateDatabase,
  describeEachDialect,
  describeOnSqlite,
} from "../../../../tests/support/dialects.ts";
import { parseEmail, startSmtpServer } from "../../../../tests/support/smtp.ts";
import { buildApp } from "../../../app/server/app.ts";
import { readFullConfig } from "../../../app/server/read-config.ts";
import { brand } from "../../../brand.ts";
import { days, hours, minutes } from "../../contract/durations.ts";
import type { DatabaseOptions } from "../db/client.ts";
import { openContext } from "../open-context.ts";
import { composeEmail, type EmailDraft } from "./compose.ts";
import { EmailWorker } from "./email-worker.ts";
import { queueEmail } from "./outbox.ts";

const ruth = "ruth@example.com";

const draft: EmailDraft = {
  kind: "test",
  recipient: ruth,
  subject: "Grüße aus dem Café 🌻",
  lines: ["Naïve words & <b>signs</b>", "A second line"],
  button: { label: "Open", url: "https://example.com/?a=1&b=2" },
};

function eventually<T>(ask: () => T | Promise<T>) {
  return expect.poll(ask, { timeout: 20_000, interval: 20 });
}

/** A node with its own connections, clock and log; it sends only after `startSender`. */
async function openNode(options: DatabaseOptions, settings: Record<string, string> = {}) {
  const clock = { now: Date.UTC(2026, 5, 27, 12) };
  const logs: string[] = [];
  const config = readFullConfig({
    DATA_DIR: options.dataDir,
    DATABASE_URL: options.databaseUrl,
    ...settings,
  });
  const context = await openContext(config, { now: () => clock.now });
  const app = buildApp(context, { logs: { write: (line) => logs.push(line) } });
  const senders = new Set<EmailWorker>();
  const node = {
    clock,
    logs,
    database: context.database,
    startSender() {
      const sender = new EmailWorker(context, app.log);
      senders.add(sender);
      return sender;
    },
    queue: (changes: Partial<EmailDraft> = {}) =>
      context.database.write((trx) =>
        queueEmail(trx, composeEmail({ ...draft, ...changes }), clock.now),
      ),
    /** Sorted by kind, recipient and subject, since IDs of one millisecond are unordered. */
    rows: async () => {
      const rows = await context.database.db.selectFrom("mail_outbox").selectAll().execute();
      const words = rows.map(
        (row) => [`${row.kind} ${row.recipient} ${row.subject}`, row] as const,
      );
      return words.sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
    },
    metrics: async () => (await app.inject("/metrics")).body,
    logged: (words: string) => logs.filter((line) => line.includes(words)),
  };
  onTestFinished(async () => {
    await Promise.all([...senders].map((sender) => sender.stop()));
    await app.close();
    await context.database.close();
  });
  return node;
}

async function openWithServer(
  createDatabase: CreateDatabase,
  settings: Record<string, string> = {},
) {
  const server = await startSmtpServer();
  const node = await openNode(await createDatabase(), { SMTP_URL: server.url, ...settings });
  return { server, node };
}

describeEachDialect("email worker", (_open, createDatabase, engine) => {
  test("sends a queued email within about a second, and deletes its contents", async () => {
    const { server, node } = await openWithServer(createDatabase);
    node.startSender();
    await node.queue({ headers: { "List-Unsubscribe": "<https://example.com/leave?id=1>" } });
    let polls = 0;
    const countSent = () => {
      polls += 1;
      return server.emails.length;
    };
    await eventually(countSent).toBe(1);
    // Instead of the elapsed time, since a stalled process does not poll. They take three seconds.
    expect(polls).toBeLessThan(150);

    const [email] = server.emails;
    const [row] = await eventually(async () => (await node.rows()).filter((one) => one.sent_at))
      .toHaveLength(1)
      .then(() => node.rows());
    expect(email?.to).toEqual([ruth]);
    expect(email?.from).toBe(brand.email.support);
    expect(email?.headers).toMatchObject({
      from: `${brand.name} <${brand.email.support}>`,
      to: ruth,
      subject: draft.subject,
      date: "Sat, 27 Jun 2026 12:00:00 +0000",
      "message-id": `<${row?.id}@${brand.email.support.split("@")[1]}>`,
      "list-unsubscribe": "<https://example.com/leave?id=1>",
    });
    expect(email?.headers["content-type"]).toContain("multipart/alternative");
    expect(email?.parts["text/plain"]).toContain("Naïve words & <b>signs</b>");
    expect(email?.parts["text/plain"]).toContain("https://example.com/?a=1&b=2");
    expect(email?.parts["text/html"]).toContain("Naïve words &amp; &lt;b&gt;signs&lt;/b&gt;");
    expect(email?.parts["text/html"]).toContain('href="https://example.com/?a=1&amp;b=2"');
    expect(row).toMatchObject({
      recipient: "",
      subject: "",
      text: "",
      html: "",
      headers: "{}",
      attempts: 1,
      sent_at: node.clock.now,
      failed_at: null,
    });
    await eventually(() => node.logged("email sent")).toHaveLength(1);
    expect(node.logs.join()).not.toMatch(/ruth|Naïve|Grüße/);
  });

  test("retries with back-off while the server fails temporarily, then sends", async () => {
    const { server, node } = await openWithServer(createDatabase);
    server.rejectRecipient = () => ({ code: 451, text: `no room for ${ruth}` });
    await node.queue();
    const start = node.clock.now;
    for (const [attempts, wait] of [minutes(1), minutes(2), minutes(4)].entries()) {
      const sender = node.startSender();
      await eventually(() => node.rows()).toMatchObject([
        { attempts: attempts + 1, next_try_at: node.clock.now + wait, leased_until: 0 },
      ]);
      await sender.stop();
      node.clock.now += wait;
    }
    server.rejectRecipient = () => undefined;
    node.startSender();
    await eventually(() => node.rows()).toMatchObject([{ sent_at: start + minutes(7) }]);
    expect(server.emails).toHaveLength(1);
    await eventually(() => node.logged("email delivery failed, will retry")).toHaveLength(3);
    await eventually(() => node.logged('"reply":451')).toHaveLength(3);
    expect(node.logs.join()).not.toContain("ruth");
  });

  test("sends what waits as soon as one email shows that an outage is over", async () => {
    const { server, node } = await openWithServer(createDatabase);
    server.rejectRecipient = (to) =>
      to === ruth ? { code: 450, text: "4.2.2 mailbox full" } : { code: 421, text: "closing" };
    await node.queue();
    await node.queue({ recipient: "ada@example.com" });
    await node.queue({ recipient: "ben@example.com" });
    node.startSender();
    const attempts = async () => (await node.rows()).map((row) => row.attempts);
    await eventually(attempts).toEqual([1, 1, 1]);
    server.rejectRecipient = (to) =>
      to === ruth ? { code: 450, text: "4.2.2 mailbox full" } : undefined;
    await node.queue({ recipient: "cyd@example.com" });
    const sentTo = () => server.emails.flatMap(({ to }) => to).sort();
    await eventually(sentTo).toEqual(["ada@example.com", "ben@example.com", "cyd@example.com"]);
    // The full mailbox was no outage: its email waits for its time.
    expect((await node.rows()).find((row) => row.recipient === ruth)).toMatchObject({
      attempts: 1,
    });
  });

  test("gives up after a day, and keeps the contents for a retry by the operator", async () => {
    const { server, node } = await openWithServer(createDatabase);
    server.rejectRecipient = () => ({ code: 451, text: "later" });
    await node.queue();
    const start = node.clock.now;
    for (let tries = 1; ; tries += 1) {
      const sender = node.startSender();
      await eventually(() => node.rows()).toMatchObject([{ attempts: tries, leased_until: 0 }]);
      await sender.stop();
      const [row] = await node.rows();
      if (row?.failed_at) break;
      expect((row?.next_try_at ?? 0) - node.clock.now).toBeLessThanOrEqual(hours(6));
      node.clock.now = row?.next_try_at ?? 0;
    }
    expect(node.clock.now).toBe(start + days(1));
    expect(await node.rows()).toMatchObject([{ failed_at: node.clock.now, recipient: ruth }]);
    await eventually(() => node.logged("email abandoned after the last retry")).toHaveLength(1);
    expect(await node.metrics()).toContain("\nemails_given_up_total 1\n");

    server.rejectRecipient = () => undefined;
    node.startSender();
    await node.queue({ kind: "other" });
    await eventually(() => server.emails.length).toBe(1);
    expect(await node.rows()).toMatchObject([{ kind: "other" }, { kind: "test", sent_at: null }]);
  });

  test("fails immediately if the server rejects permanently, and sends the others", async () => {
    const { server, node } = await openWithServer(createDatabase);
    server.rejectRecipient = (to) =>
      to === ruth ? { code: 550, text: `5.1.1 no such user ${to}` } : undefined;
    await node.queue();
    await node.queue({ recipient: "ada@example.com" });
    await node.queue({ recipient: "a@b.c\r\nBcc: x@y.z" });
    node.startSender();
    await eventually(() => server.emails.map(({ to }) => to)).toEqual([["ada@example.com"]]);
    await eventually(async () => (await node.rows()).map((row) => row.failed_at)).toEqual([
      null,
      node.clock.now,
      node.clock.now,
    ]);
    expect((await node.rows()).map((row) => row.failure)).toContain("5.1.1");
    await eventually(() => node.logged("email abandoned after the last retry")).toHaveLength(2);
    const errors = node.logged("email abandoned after the last retry");
    expect(JSON.parse(errors.find((line) => line.includes("550")) ?? "")).toMatchObject({
      level: 50,
      kind: "test",
      reply: 550,
    });
    expect(node.logs.join()).not.toMatch(/ruth|ada@|y\.z/);
  });

  test("two nodes that poll concurrently send each email once", async () => {
    const server = await startSmtpServer();
    const options = await createDatabase();
    const settings = { SMTP_URL: server.url };
    const first = await openNode(options, settings);
    // Two writers of one SQLite file in one process would block each other.
    const second = engine === "sqlite" ? first : await openNode(options, settings);
    const subjects = Array.from({ length: 40 }, (_, index) => `Mail ${index}`);
    for (const subject of subjects) await first.queue({ subject });
    for (const node of [first, second]) node.startSender();
    await eventually(async () => (await first.rows()).every((row) => row.sent_at)).toBe(true);
    expect(server.emails.map(({ headers }) => headers.subject).sort()).toEqual(subjects.sort());
  });

  test("does not claim an email that another node has leased until the lease ends", async () => {
    const { server, node } = await openWithServer(createDatabase);
    await node.queue({ subject: "Held" });
    await node.database.write((trx) =>
      trx
        .updateTable("mail_outbox")
        .set({ leased_until: node.clock.now + minutes(1) })
        .execute(),
    );
    await node.queue({ subject: "Free" });
    const sender = node.startSender();
    await eventually(() => server.emails.map(({ headers }) => headers.subject)).toEqual(["Free"]);
    // Stopping finishes the claimed emails.
    await sender.stop();
    expect(server.emails).toHaveLength(1);
    node.clock.now += minutes(1);
    node.startSender();
    await eventually(() => server.emails.map(({ headers }) => headers.subject)).toEqual([
      "Free",
      "Held",
    ]);
  });

  test("deletes old emails that were sent or abandoned, but never pending ones", async () => {
    const { node } = await openWithServer(createDatabase);
    const start = node.clock.now;
    for (const subject of ["failed", "sent", "waiting"]) await node.queue({ subject });
    // Their IDs contain the real time, so the clock is moved instead.
    node.clock.now = Date.now() + days(31);
    const rows = await node.rows();
    const set = (id: string | undefined, values: object) =>
      node.database.write((trx) =>
        trx
          .updateTable("mail_outbox")
          .set(values)
          .where("id", "=", id ?? "")
          .execute(),
      );
    await set(rows[0]?.id, { failed_at: start });
    await set(rows[1]?.id, { sent_at: start });
    await set(rows[2]?.id, { next_try_at: node.clock.now + hours(1) });
    node.startSender();
    await eventually(async () => (await node.rows()).map((row) => row.subject)).toEqual([
      "waiting",
    ]);
  });

  // No engine can change the following.
  if (engine !== "sqlite") return;

  test("uses the sender of MAIL_FROM", async () => {
    const { server, node } = await openWithServer(createDatabase, {
      MAIL_FROM: "Help <help@example.org>",
    });
    node.startSender();
    await node.queue();
    await eventually(() => server.emails[0]?.headers.from).toBe("Help <help@example.org>");
    expect(server.emails[0]?.from).toBe("help@example.org");
    expect(server.emails[0]?.headers["message-id"]).toMatch(/@example\.org>$/);
  });

  test("one address with a comma stays one recipient", async () => {
    const { server, node } = await openWithServer(createDatabase);
    await node.queue({ recipient: "a@example.com,b@example.com" });
    node.startSender();
    await eventually(async () => {
      const [row] = await node.rows();
      return row?.sent_at !== null || row?.failed_at !== null;
    }).toBe(true);
    expect(server.emails.flatMap(({ to }) => to)).not.toContain("b@example.com");
  });

  test("retries if SMTP_URL is unreachable", async () => {
    const node = await openNode(await createDatabase(), { SMTP_URL: "smtp://127.0.0.1:1" });
    await node.queue();
    node.startSender();
    await eventually(() => node.rows()).toMatchObject([
      { next_try_at: node.clock.now + minutes(1), failed_at: null, sent_at: null },
    ]);
    await eventually(() => node.logged('"code":"ESOCKET"')).toHaveLength(1);
  });

  test("finishes the current delivery when it is stopped", async () => {
    const { server, node } = await openWithServer(createDatabase);
    const gate = server.pauseDelivery();
    await node.queue();
    const sender = node.startSender();
    await eventually(() => gate.waiting()).toBe(1);
    let stopped = false;
    const stopping = sender.stop().then(() => {
      stopped = true;
    });
    await node.queue({ subject: "Too late" });
    expect(stopped).toBe(false);
    gate.release();
    await stopping;
    expect(await node.rows()).toMatchObject([
      { sent_at: node.clock.now },
      { sent_at: null, attempts: 0 },
    ]);
    expect(server.emails).toHaveLength(1);
  });

  test("without a mail server, writes each email to a file that only the owner can read", async () => {
    const options = await createDatabase();
    const node = await openNode(options);
    const folder = path.join(options.dataDir, "outbox");
    await mkdir(folder, { recursive: true });
    node.startSender();
    await node.queue();
    await eventually(async () => (await node.rows())[0]?.sent_at).toBe(node.clock.now);
    const [row] = await node.rows();
    expect(await readdir(folder)).toEqual([`${row?.id}.eml`]);
    const file = path.join(folder, `${row?.id}.eml`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const { headers, parts } = parseEmail(await readFile(file, "latin1"));
    expect(headers).toMatchObject({ to: ruth, subject: draft.subject });
    expect(parts["text/plain"]).toContain("Naïve");
    await eventually(() => node.logged("email written to the outbox folder")).toHaveLength(1);
    expect(node.logs.join()).not.toContain("ruth");
  });
});

describeOnSqlite("a site without SMTP", (_open, createDatabase) => {
  test.each([
    ["https://www.example.com", true],
    ["http://www.example.com", false],
  ])("at %s logs a warning at startup: %s", async (publicUrl, isWarned) => {
    const node = await openNode(await createDatabase("with tables"), { PUBLIC_URL: publicUrl });
    node.startSender();
    expect(node.logs.join("").includes("SMTP_URL is not set")).toBe(isWarned);
  });
});
