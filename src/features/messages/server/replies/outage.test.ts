import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { signInStaff } from "../../../../../tests/support/staff.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";
import { pathOf } from "../../../../platform/contract/define-endpoint.ts";
import { emailOutageEndpoints } from "../../../../platform/contract/desk/email-outage.ts";
import { minutes } from "../../../../platform/contract/durations.ts";
import { composeEmail } from "../../../../platform/server/mail/compose.ts";
import { queueEmail } from "../../../../platform/server/mail/outbox.ts";
import { readOutage } from "./outage.ts";

const words = { kind: "test", recipient: "ruth@example.com", subject: "Hello", lines: ["Hi"] };

describeEachDialect("the notice that emails are not sent", (_open, createDatabase) => {
  test("begins after ten minutes, counts what waits, names the admins, and ends", async () => {
    const site = await openTestApp(createDatabase);
    const { database, context, clock } = site;
    await signInStaff(site, ["admin"], "Ada Reed");
    await signInStaff(site, ["agent"], "Ben Ito");
    const start = clock.now;
    const queue = (at: number) => database.write((trx) => queueEmail(trx, composeEmail(words), at));
    await queue(start);
    await queue(start + minutes(5));
    clock.now = start + minutes(10) - 1;
    expect(await readOutage(context)).toBeNull();
    clock.now = start + minutes(10);
    const since = new Date(start).toISOString();
    expect(await readOutage(context)).toEqual({ since, waiting: 2, admins: ["Ada Reed"] });
    await database.write((trx) =>
      trx.updateTable("mail_outbox").set({ sent_at: clock.now }).execute(),
    );
    expect(await readOutage(context)).toBeNull();
  });

  test("reaches staff of every role", async () => {
    const site = await openTestApp(createDatabase);
    const { database, clock } = site;
    await database.write((trx) => queueEmail(trx, composeEmail(words), clock.now - minutes(11)));
    for (const role of ["viewer", "agent", "recruiter", "privacy", "newsletter"] as const) {
      const staff = await signInStaff(site, [role], `Ray ${role}`);
      const response = await staff.request("GET", pathOf(emailOutageEndpoints.read));
      expect(response.json(), role).toMatchObject({ outage: { waiting: 1 } });
    }
  });
});
