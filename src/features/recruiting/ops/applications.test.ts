import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startAdCompany } from "../../../../tests/support/ad-company.ts";
import { recruitingPaths } from "../../../../tests/support/api-paths.ts";
import { storedAnswers } from "../../../../tests/support/applications.ts";
import { sendDueConversions } from "../../../../tests/support/conversions.ts";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { runOps } from "../../../../tests/support/ops.ts";
import { TestBrowser } from "../../../../tests/support/recruiting.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import { tracks } from "../contract/recruiting-endpoints.ts";

const sid = "0b5e5b36-8d5c-4c2e-9d0f-1f6a3b0c9d7e";

describeEachDialect("operator's commands for applications", (_open, createDatabase) => {
  test("records, find, funnel, status and résumé", async () => {
    const options = await createDatabase("with tables");
    const { app } = await openTestApp(async () => options);
    const browser = new TestBrowser(app);
    await browser.get(`${tracks.care.getStarted}?utm_source=flyer`);
    const pdf = Buffer.from("%PDF-1.7\n%%EOF\n");
    await browser.put(`${recruitingPaths("care").resume}?name=cv.pdf`, pdf);
    const reference = await browser.apply("care", tracks.care.intake, { smsConsent: "yes" });
    await new TestBrowser(app).fillIn("pro");

    const records = JSON.parse((await runOps(options, "records", "CareApplications")).stdout);
    const ticks = { ageConfirmed: true, termsConsent: true, smsConsent: true };
    expect(records).toMatchObject([
      {
        reference,
        data: {
          ...storedAnswers("care"),
          ...ticks,
          status: "new",
          duplicateOf: null,
          market: "805",
          source: "flyer",
          resume: { name: "cv.pdf", type: "application/pdf", bytes: pdf.length },
          firstTouch: { source: "flyer", path: tracks.care.getStarted },
          consents: { sms: { version: expect.any(String), text: expect.stringContaining("STOP") } },
          steps: {
            about: expect.any(String),
            experience: expect.any(String),
            last: expect.any(String),
          },
        },
      },
    ]);
    // Drafts are private until they are sent.
    expect((await runOps(options, "records", "ProApplications")).stdout).toBe("[]\n");
    const table = await runOps(options, "records", "CareApplications", "--csv");
    expect(table.stdout.split("\r\n")[0]).toMatch(/^\uFEFFid,reference,firstName,.*,status,/);
    const found = JSON.parse((await runOps(options, "find", reference)).stdout);
    expect(found).toMatchObject([{ collection: "CareApplications", reference }]);

    expect((await runOps(options, "applications", "status", reference, "interview")).code).toBe(0);
    expect(
      (await runOps(options, "applications", "status", reference, "promoted")).stderr,
    ).toContain("hired");
    expect((await runOps(options, "applications", "status", "NONE2345", "hired")).code).toBe(1);
    const funnel = JSON.parse((await runOps(options, "funnel")).stdout);
    expect(funnel).toMatchObject([
      {
        track: "care",
        source: "flyer",
        visit: 1,
        start: 1,
        "step:about": 1,
        submit: 1,
        qualified: 1,
        interview: 1,
      },
      { track: "pro", source: "direct", start: 1 },
    ]);
    expect((await runOps(options, "funnel", "--csv")).stdout).toMatch(
      /^\uFEFFtrack,source,visit,start,step:about/,
    );

    const folder = await mkdtemp(path.join(os.tmpdir(), "test-resume-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = path.join(folder, "cv.pdf");
    expect((await runOps(options, "applications", "resume", reference, file)).code).toBe(0);
    expect((await readFile(file)).equals(pdf)).toBe(true);
    expect((await runOps(options, "applications", "resume", reference, file)).code).toBe(1);
    const again = await runOps(options, "applications", "resume", reference, file, "--dry-run");
    expect(again.code).toBe(1);
    expect(again.stderr).toContain("exists already");

    expect((await runOps(options, "applications", "delete", reference, "now")).code).toBe(1);
    expect((await runOps(options, "applications", "delete", reference)).code).toBe(0);
    expect((await runOps(options, "records", "CareApplications")).stdout).toBe("[]\n");
    expect((await runOps(options, "applications", "delete", reference)).code).toBe(1);
    const left = path.join(options.dataDir, "files", "Applications");
    expect(existsSync(left) ? await readdir(left) : []).toEqual([]);
  });

  test("conversions are listed, replayed and tested; hired sends the disposition", async () => {
    const company = await startAdCompany();
    const options = await createDatabase("with tables");
    const server = await openTestApp(async () => options, company.settings);
    const browser = new TestBrowser(server.app);
    await browser.get(`${tracks.care.talrooIntake}?tlr_sid=${sid}`);
    const reference = await browser.apply("care", tracks.care.talrooIntake);
    await sendDueConversions(server.context, server.app.log);
    const ops = (...args: string[]) => runOps({ ...options, env: company.settings }, ...args);
    const listed = JSON.parse((await ops("conversions", "list")).stdout);
    expect(listed).toHaveLength(2);
    expect(listed[0]).toMatchObject({ source: "talroo", reference, state: "sent", status: 200 });

    expect((await ops("applications", "status", reference, "hired")).code).toBe(0);
    server.clock.now = Date.now();
    company.requests.length = 0;
    await sendDueConversions(server.context, server.app.log);
    expect(company.requests).toHaveLength(1);
    const report = JSON.parse(company.requests[0]?.body ?? "");
    expect(report).toMatchObject({ tlr_sid: sid, event: "hired" });
    expect(new Date(report.event_time).toISOString()).toBe(report.event_time);

    expect((await ops("conversions", "replay", listed[0].id)).code).toBe(0);
    expect((await ops("conversions", "replay", "nothing")).code).toBe(1);
    server.clock.now = Date.now();
    await sendDueConversions(server.context, server.app.log);
    expect(company.requests).toHaveLength(2);

    const shown = await ops("conversions", "test", "talroo", "hired");
    expect(JSON.parse(shown.stdout)).toMatchObject({ method: "POST" });
    expect(company.requests).toHaveLength(2);
    const dry = await ops("conversions", "test", "talroo", "hired", "--send", "--dry-run");
    expect(dry).toMatchObject({ code: 0, stderr: "" });
    expect(dry.stdout).toContain('(dry run, nothing changed)   "method": "POST"');
    expect(dry.stdout).not.toContain("status");
    expect(company.requests).toHaveLength(2);
    expect((await ops("conversions", "test", "talroo", "hired", "--send")).code).toBe(0);
    expect(company.requests).toHaveLength(3);
    expect((await ops("conversions", "test", "talroo", "started")).code).toBe(1);
    expect((await ops("conversions")).code).toBe(1);
  });
});
