import { expect, onTestFinished, test, vi } from "vitest";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { signUp } from "../../../../tests/support/portal.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import { hours, minutes } from "../../contract/durations.ts";
import { composeEmail } from "../mail/compose.ts";
import { EmailWorker } from "../mail/email-worker.ts";
import { queueEmail } from "../mail/outbox.ts";
import { emailQueue } from "../mail/queries.ts";
import { type JobDefinition, Jobs, registerJobs } from "./jobs.ts";
import { backOffMs, claimTasks, readQueueLagMs } from "./queue.ts";

function eventually<T>(read: () => T | Promise<T>) {
  return expect.poll(read, { timeout: 20_000, interval: 5 });
}

describeEachDialect("background jobs", (_open, createDatabase, engine) => {
  async function startJob(definition: Partial<JobDefinition>) {
    const logs: string[] = [];
    const { app } = await openTestApp(
      createDatabase,
      { LOG_LEVEL: "error" },
      { write: (line) => logs.push(line) },
    );
    const jobs = new Jobs();
    const rest = { name: "test", needsTrueClock: false, everyMs: hours(1), run: async () => {} };
    const job = jobs.start({ ...rest, ...definition }, app.log);
    onTestFinished(() => job.stop());
    return { job, jobs, logs };
  }

  test("run again when they are woken, but never concurrently", async () => {
    let running = 0;
    let maxRunning = 0;
    let runs = 0;
    let release = () => {};
    const { job } = await startJob({
      async run() {
        runs += 1;
        maxRunning = Math.max(maxRunning, ++running);
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        running -= 1;
      },
    });
    await eventually(() => runs).toBe(1);
    job.wake();
    job.wake(hours(1));
    release();
    await eventually(() => runs).toBe(2);
    release();
    await eventually(() => running).toBe(0);
    expect([maxRunning, runs]).toEqual([1, 2]);
  });

  test("send urgent emails before those that have been due for longer", async () => {
    const { database, clock } = await openTestApp(createDatabase);
    for (const kind of ["notice", "link", "later-link"]) {
      const draft = { kind, recipient: "ruth@example.com", subject: "Hello", lines: ["Hi"] };
      const email = composeEmail({ ...draft, urgent: kind.endsWith("link") });
      await database.write((trx) => queueEmail(trx, email, clock.now));
      clock.now += minutes(1);
    }
    expect(await readQueueLagMs(emailQueue, database, clock.now)).toBe(minutes(3));
    const order = [];
    for (let count = 0; count < 3; count += 1) {
      order.push(...(await claimTasks(emailQueue, database, 1, clock.now)));
    }
    expect(order.map(({ kind }) => kind)).toEqual(["link", "later-link", "notice"]);
    expect(await readQueueLagMs(emailQueue, database, clock.now)).toBe(0);
    // A dead node's tasks count again once their leases have ended.
    clock.now += emailQueue.leaseMs;
    expect(await readQueueLagMs(emailQueue, database, clock.now)).toBe(
      minutes(3) + emailQueue.leaseMs,
    );
  });

  if (engine !== "sqlite") return;

  test("finish the run in progress when they stop, and start no other", async () => {
    let state = "none";
    const { job } = await startJob({
      everyMs: 1,
      run: (signal) =>
        new Promise<void>((resolve) => {
          state = "running";
          signal.addEventListener("abort", () => {
            state = "finished";
            setTimeout(resolve, 20);
          });
        }),
    });
    await eventually(() => state).toBe("running");
    await job.stop();
    expect(state).toBe("finished");
    state = "stopped";
    job.wake();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(state).toBe("stopped");
  });

  test("do not start on a server that closes before it reaches them", async () => {
    const { app, context } = await openTestApp(createDatabase);
    const earlierWork = Promise.withResolvers<void>();
    let areHooksDone = false;
    app.addHook("onListen", () => earlierWork.promise);
    registerJobs(app, context, [
      { name: "late", needsTrueClock: false, everyMs: hours(1), run: async () => {} },
    ]);
    app.addHook("onListen", async () => {
      areHooksDone = true;
    });
    await app.listen({ host: "127.0.0.1", port: 0 });
    await app.close();
    earlierWork.resolve();
    await eventually(() => areHooksDone).toBe(true);
    const labels = (await context.jobs.readMetrics()).map((metric) => metric.labels);
    expect(labels).not.toContainEqual({ name: "late" });
  });

  test("that fail are logged and counted, and report how long success is overdue", async () => {
    let fails = true;
    const { jobs, job, logs } = await startJob({
      everyMs: 10,
      async run() {
        if (fails) throw Object.assign(new Error("ruth@example.com"), { code: "EIO" });
      },
    });
    await eventually(() => job.failures).toBeGreaterThan(1);
    expect(logs[0]).toContain('"job":"test","code":"EIO"');
    expect(logs.join()).not.toContain("ruth");
    const [lag, failures] = await jobs.readMetrics();
    expect(lag).toMatchObject({ name: "job_lag_seconds", labels: { name: "test" } });
    expect(lag?.value).toBeGreaterThan(0);
    expect(failures?.value).toBeGreaterThan(1);
    fails = false;
    await eventually(() => job.readLagMs()).toBe(0);
  });

  test("appear in /metrics", async () => {
    const site = await openTestApp(createDatabase);
    const { app, context, clock } = site;
    await signUp(app);
    clock.now += minutes(1);
    const broken = { ...context, config: { ...context.config, smtpUrl: "smtp://127.0.0.1:1" } };
    await app.listen({ port: 0 });
    const read = async () => (await app.inject("/metrics")).body;
    const sender = new EmailWorker(broken, app.log);
    onTestFinished(() => sender.stop());
    await eventually(read).toContain('\njob_failures_total{name="emails"} 1\n');
    await eventually(read).toContain("# TYPE job_lag_seconds gauge\njob_lag_seconds{");
    // The jobs start one after the other once the server listens.
    for (const job of ["account-sweep", "file-removals", "draft-sweep", "emails"]) {
      await eventually(read).toMatch(new RegExp(`\njob_lag_seconds{name="${job}"} \\d`));
    }
  });

  test("do not run with BACKGROUND_JOBS=off", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { app, context, database, clock } = await openTestApp(createDatabase, {
      BACKGROUND_JOBS: "off",
    });
    const draft = { kind: "notice", recipient: "ruth@example.com", subject: "Hi", lines: ["Hi"] };
    await database.write((trx) => queueEmail(trx, composeEmail(draft), clock.now));
    const worker = new EmailWorker(context, app.log);
    onTestFinished(() => worker.stop());
    let areHooksDone = false;
    app.addHook("onListen", async () => {
      areHooksDone = true;
    });
    await app.listen({ host: "127.0.0.1", port: 0 });
    await eventually(() => areHooksDone).toBe(true);
    vi.advanceTimersByTime(hours(1));
    await database.write((trx) => trx.selectFrom("mail_outbox").select("id").execute());
    const rows = database.db.selectFrom("mail_outbox").select(["attempts", "sent_at"]);
    expect(await rows.execute()).toEqual([{ attempts: 0, sent_at: null }]);
    expect(await context.jobs.readMetrics()).toEqual([]);
  });
});

test("the back-off after a failure doubles, up to six hours", () => {
  expect([1, 2, 3, 9, 10, 99].map(backOffMs)).toEqual([
    minutes(1),
    minutes(2),
    minutes(4),
    minutes(256),
    hours(6),
    hours(6),
  ]);
});
