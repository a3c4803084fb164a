import { randomUUIDv7 } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { insertAccount } from "../../src/features/customers/server/auth/queries.ts";
import type { EventRecord } from "../../src/features/integrations/contract/events-api.ts";
import { makeApiToken } from "../../src/features/integrations/server/manage-tokens.ts";
import { commandLine } from "../../src/features/staff/server/write-audit.ts";
import type { DatabaseClient, DatabaseOptions } from "../../src/platform/server/db/client.ts";
import { openDatabase } from "../../src/platform/server/db/open-database.ts";
import { describeEachDialect } from "../support/dialects.ts";
import { newAccount } from "../support/portal.ts";
import { endProcess, startServerProcess } from "../support/server-process.ts";
import { startReceiver } from "../support/webhooks.ts";

const kills = 2;
const writers = 8;
const changesBeforeKill = 60;
const patience = { timeout: 60_000, interval: 50 };

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

describeEachDialect("kill -9 while requests change", (_open, createDatabase) => {
  test("loses no event, and no receiver gets one before an earlier one of its object", async () => {
    const options = await createDatabase("with tables");
    const receiver = await startReceiver();
    const uid = randomUUIDv7();
    const now = Date.now();
    const token = await inDatabase(options, ({ write }) =>
      write(async (trx) => {
        const account = { uid, values: newAccount, passwordHash: "", supportId: "ABCD2345", now };
        await insertAccount(trx, account);
        const endpoint = {
          id: randomUUIDv7(),
          url: `${receiver.origin}/in`,
          topics: '["request"]',
          includes_contents: 0,
          secret: `whsec_${Buffer.alloc(32, 7).toString("base64")}`,
          secret_at: now,
          created_at: now,
          off_reason: "",
        };
        await trx.insertInto("webhook_endpoints").values(endpoint).execute();
        const scopes = ["events:read", "requests:write"] as const;
        const made = { name: "App", scopes, days: 30, allowIp: [], isTest: false };
        return (await makeApiToken(trx, commandLine, made, now)).token;
      }),
    );
    const start = async () => {
      const settings = { DATABASE_URL: options.databaseUrl ?? "", RATE_LIMITS: "off" };
      const program = "tests/support/loopback-server.ts";
      const server = await startServerProcess(options.dataDir, settings, ".", program);
      const kill = () => endProcess(server.child, "SIGKILL");
      onTestFinished(async () => void (await kill()));
      return { ...server, kill };
    };
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    let [price, acknowledged] = [0, 0];
    const write = async (origin: string, writer: number) => {
      for (;;) {
        price += 1;
        const body = JSON.stringify({
          customer: { uid },
          requestTitle: "Ride",
          assignedTo: "",
          assignedToUid: "",
          requestCompleted: false,
          dateCompleted: null,
          price,
        });
        const url = `${origin}/api/v1/requests/r${writer % 3}`;
        const sent = await fetch(url, { method: "PUT", headers, body }).catch(() => undefined);
        if (!sent) return;
        expect([200, 201]).toContain(sent.status);
        acknowledged += 1;
      }
    };
    for (let round = 1; round <= kills; round += 1) {
      const server = await start();
      const work = Array.from({ length: writers }, (_, writer) => write(server.origin, writer));
      await expect.poll(() => acknowledged, patience).toBeGreaterThan(round * changesBeforeKill);
      await server.kill();
      await Promise.all(work);
      // The lease of what was being sent would end a minute later.
      await inDatabase(options, (database) =>
        database.write((trx) =>
          trx.updateTable("webhook_deliveries").set({ leased_until: 0 }).execute(),
        ),
      );
    }
    const { origin, kill } = await start();
    const events: EventRecord[] = [];
    for (let next = 0, isMore = true; isMore; ) {
      const response = await fetch(`${origin}/api/v1/events?limit=500&after=${next}`, { headers });
      const page = (await response.json()) as { events: EventRecord[]; next: number };
      events.push(...page.events);
      isMore = page.events.length > 0;
      next = page.next;
    }
    expect(events.map(({ position }) => position)).toEqual(events.map((_, index) => index + 1));
    const ofRequests = events.filter(({ object }) => object.kind === "request");
    expect(ofRequests.length).toBeGreaterThanOrEqual(acknowledged);
    const got = () => new Set(receiver.messages.map(({ json }) => json.id));
    await expect.poll(() => got().size, patience).toBe(ofRequests.length);
    const newest = new Map<string, number>();
    for (const { json } of receiver.messages) {
      const before = newest.get(json.object.id) ?? 0;
      // The same again, if the answer to it was lost.
      expect([before, before + 1]).toContain(json.sequence);
      newest.set(json.object.id, json.sequence);
    }
    await kill();
  });
});
