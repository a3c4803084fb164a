import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeAllCases, submitForm } from "../../../tests/support/cases.ts";
import { indexAllApplications } from "../../../tests/support/desk-applications.ts";
import { describeEachDialect } from "../../../tests/support/dialects.ts";
import { runOps } from "../../../tests/support/ops.ts";
import { TestBrowser } from "../../../tests/support/recruiting.ts";
import { signInAgain, signInStaff } from "../../../tests/support/staff.ts";
import { openTestApp } from "../../../tests/support/test-app.ts";
import { inboxEndpoints } from "../../features/messages/contract/inbox-endpoints.ts";
import { applicationEndpoints } from "../../features/recruiting/contract/applications.ts";
import { pathOf } from "../../platform/contract/define-endpoint.ts";

describeEachDialect("a restored site", (_open, createDatabase) => {
  test("finds old messages and applications at once, before any job has run", async () => {
    const options = await createDatabase("with tables");
    const first = await openTestApp(async () => options, { RATE_LIMITS: "off" });
    const values = { name: "Ruth Abernathy", email: "ruth@example.com", message: "A zebra" };
    const message = await submitForm(first, values);
    const application = await new TestBrowser(first.app).apply("care");
    await makeAllCases(first);
    await indexAllApplications(first);
    await signInStaff(first, ["agent", "recruiter"], "Noor Aziz");
    const folder = await mkdtemp(path.join(os.tmpdir(), "test-backup-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = path.join(folder, "site.backup");
    expect(await runOps(options, "backup", file)).toMatchObject({ code: 0 });

    const target = await createDatabase();
    expect(await runOps(target, "restore", file)).toMatchObject({ code: 0, stderr: "" });
    const second = await openTestApp(async () => target);
    const noor = await signInAgain(second, "Noor Aziz");
    const cases = await noor?.request("GET", `${pathOf(inboxEndpoints.list)}?q=zebra`);
    expect(cases?.json().cases).toMatchObject([{ reference: message }]);
    const found = await noor?.request(
      "GET",
      `${pathOf(applicationEndpoints.list)}?q=${application}`,
    );
    expect(found?.json().applications).toMatchObject([{ reference: application }]);
  });
});
