import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { contactForm } from "../../src/contract/forms/contact.ts";
import { submissionPath } from "../../src/contract/submission.ts";
import { openDatabase } from "../../src/server/db/client.ts";
import { validValues } from "../support/form-values.ts";
import { endProcess, startServerProcess } from "../support/server-process.ts";

test("a server told to stop finishes what it accepted", async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "test-shutdown-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const { origin, child } = await startServerProcess(dataDir, { RATE_LIMITS: "off" });
  onTestFinished(async () => {
    await endProcess(child, "SIGKILL");
  });

  const send = async (number: number) => {
    const response = await fetch(origin + submissionPath(contactForm.collection), {
      method: "POST",
      headers: { "content-type": "application/json", connection: "close" },
      body: JSON.stringify({ ...validValues(contactForm), message: `message ${number}` }),
    });
    return { status: response.status, body: (await response.json()) as { reference: string } };
  };
  await send(0);
  const inFlight = Array.from({ length: 200 }, (_, number) => send(number + 1));
  await Promise.race(inFlight);
  const code = await endProcess(child, "SIGTERM");
  const answers = await Promise.allSettled(inFlight);

  const stored = answers.flatMap((answer) =>
    answer.status === "fulfilled" && answer.value.status === 201
      ? [answer.value.body.reference]
      : [],
  );
  const database = await openDatabase({ dataDir });
  onTestFinished(() => database.close());
  const rows = await database.db.selectFrom("submissions").select("reference").execute();
  const kept = new Set(rows.map((row) => row.reference));
  expect(code).toBe(0);
  expect(stored.length).toBeGreaterThan(0);
  expect(stored.filter((reference) => !kept.has(reference))).toEqual([]);
});
