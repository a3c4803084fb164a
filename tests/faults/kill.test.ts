import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { paths } from "../../src/contract/paths.ts";
import { submissionPath } from "../../src/contract/submission.ts";
import { openDatabase } from "../../src/server/db/client.ts";
import { endProcess, type ServerProcess, startServerProcess } from "../support/server-process.ts";

const kills = 20;
const writers = 64;
/** The process dies after so many answers of a round: always in the middle of the others. */
const answersBeforeKill = 150;

async function startHere(dataDir: string): Promise<ServerProcess> {
  const server = await startServerProcess(dataDir, { RATE_LIMITS: "off", LOG_LEVEL: "error" });
  onTestFinished(async () => {
    await endProcess(server.child, "SIGKILL");
  });
  return server;
}

/** Sends forms until the server is gone; keeps the message of every one that was acknowledged. */
async function write(origin: string, name: string, acknowledged: string[]): Promise<void> {
  for (let count = 0; ; count += 1) {
    const message = `${name} ${count}`;
    try {
      const answer = await fetch(origin + submissionPath("ContactForm"), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ name: "Writer", phone: "", email: "a@example.com", message }),
      });
      if (answer.status !== 201) throw new Error(`answer ${answer.status}`);
      await answer.json();
    } catch (error) {
      if (error instanceof Error && error.message.startsWith("answer ")) throw error;
      return;
    }
    acknowledged.push(message);
  }
}

async function readMessages(dataDir: string): Promise<string[]> {
  const database = await openDatabase({ dataDir });
  const rows = await database.db.selectFrom("submissions").select("data").execute();
  await database.close();
  return rows.map(({ data }) => JSON.parse(data).message);
}

test(`kill -9 in the middle of ${writers} writers, ${kills} times: every acknowledged record is there once`, async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "test-kill-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const acknowledged: string[] = [];

  for (let round = 0; round < kills; round += 1) {
    const server = await startHere(dataDir);
    const before = acknowledged.length;
    const work = Array.from({ length: writers }, (_, writer) =>
      write(server.origin, `round ${round} writer ${writer}`, acknowledged),
    );
    await expect
      .poll(() => acknowledged.length - before, { timeout: 60_000, interval: 5 })
      .toBeGreaterThan(answersBeforeKill);
    await endProcess(server.child, "SIGKILL");
    await Promise.all(work);
  }

  const stored = await readMessages(dataDir);
  expect(new Set(stored).size, "no record is there twice").toBe(stored.length);
  const kept = new Set(stored);
  expect(acknowledged.filter((message) => !kept.has(message))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(kills * answersBeforeKill);

  // What it kept, it also serves again.
  const { origin } = await startHere(dataDir);
  expect((await fetch(origin + paths.contact)).status).toBe(200);
});
