import { mkdtemp, readdir, rename, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { contactForm } from "../../src/features/messages/contract/forms/contact.ts";
import { seconds } from "../../src/platform/contract/durations.ts";
import { submissionPath } from "../../src/platform/contract/form-engine/submission.ts";
import { validValues } from "../support/form-values.ts";
import { runOps } from "../support/ops.ts";
import { endProcess, startServerProcess } from "../support/server-process.ts";

const patience = { timeout: 60_000, interval: 100 };
const email = "ruth@example.com";

test("a machine that is lost after a deletion is restored to a time before it, without the person", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "test-deletions-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const backup = path.join(folder, "backup");
  const settings = { BACKUP_URL: `file://${backup}` };
  const dataDir = path.join(folder, "data");
  const run = async (data: string) => {
    const server = await startServerProcess(data, settings);
    onTestFinished(async () => void (await endProcess(server.child, "SIGKILL")));
    return server;
  };
  const first = await run(dataDir);
  const response = await fetch(first.origin + submissionPath(contactForm.collection), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...validValues(contactForm), email }),
  });
  const { reference } = (await response.json()) as { reference: string };
  await expect.poll(() => readdir(path.join(backup, "sqlite/snapshots")), patience).toHaveLength(1);
  // The change sets of the next copies are later than this.
  await wait(seconds(3));
  const before = new Date().toISOString();
  await wait(seconds(3));
  const deleted = await runOps({ dataDir }, "submissions", "delete", reference);
  expect(deleted).toMatchObject({ code: 0 });
  const list = path.join(backup, "deletions");
  await expect.poll(() => readdir(list).catch(() => []), patience).toHaveLength(1);
  await endProcess(first.child, "SIGKILL");
  await rm(dataDir, { recursive: true });

  const from = ["restore", "--from", settings.BACKUP_URL, "--at", before] as const;
  const restored = path.join(folder, "restored");
  const done = await runOps({ dataDir: restored }, ...from);
  expect(done).toMatchObject({ code: 0, stderr: "" });
  expect(done.stdout).toContain("made after the backup: 1.");
  expect((await runOps({ dataDir: restored }, "find", reference)).code).toBe(1);

  // The server itself, when the command knew no list.
  await rm(restored, { recursive: true });
  const hidden = `${list}-hidden`;
  await rename(list, hidden);
  const unaware = await runOps({ dataDir: restored }, ...from);
  expect(unaware.stdout).toContain("No list of deletions was found");
  expect((await runOps({ dataDir: restored }, "find", reference)).code).toBe(0);
  await rename(hidden, list);
  const second = await run(restored);
  expect(second.output()).toMatch(/repeated deletions made since.*\n(?:.*\n)*Listening on/);
  expect(second.output()).not.toContain(reference);
  expect((await runOps({ dataDir: restored }, "find", reference)).code).toBe(1);
});
