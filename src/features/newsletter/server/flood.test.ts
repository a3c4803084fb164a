import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { openTestApp, type TestApp } from "../../../../tests/support/test-app.ts";
import { minutes } from "../../../platform/contract/durations.ts";
import { submissionPath } from "../../../platform/contract/form-engine/submission.ts";
import { newsletter } from "../contract/newsletter.ts";

const { names } = newsletter;
const tenMinutes = minutes(10);

function signUp({ app, clock }: TestApp, email: string, remoteAddress = "203.0.113.7") {
  // Ids within one millisecond have no defined order.
  clock.now += 1;
  return app.inject({
    method: "POST",
    url: submissionPath(newsletter.collection),
    remoteAddress,
    payload: { [names.email]: email, [names.formTime]: 3000, [names.token]: "12345" },
  });
}

async function readMarks({ database }: TestApp): Promise<(string | null)[]> {
  const rows = await database.db
    .selectFrom("newsletter_subscribers")
    .select("spam_reason")
    .orderBy("created_at")
    .execute();
  return rows.map((row) => row.spam_reason);
}

describeEachDialect("many signups from one network address", (_open, createDatabase) => {
  test("are marked from the sixth within ten minutes, not those of others or later ones", async () => {
    const site = await openTestApp(createDatabase);
    for (const number of [1, 2, 3, 4, 5, 6]) {
      expect((await signUp(site, `person${number}@example.com`)).statusCode).toBe(201);
    }
    const marked = "many-from-address";
    expect(await readMarks(site)).toEqual([null, null, null, null, null, marked]);
    await signUp(site, "neighbor@example.com", "198.51.100.9");
    site.clock.now += tenMinutes;
    await signUp(site, "later@example.com");
    expect(await readMarks(site)).toEqual([null, null, null, null, null, marked, null, null]);
  });

  test("have to wait after the sixtieth within ten minutes; others do not", async () => {
    const site = await openTestApp(createDatabase);
    for (let number = 1; number <= 60; number += 1) {
      expect((await signUp(site, `person${number}@example.com`)).statusCode).toBe(201);
    }
    const rejected = await signUp(site, "person61@example.com");
    expect([rejected.statusCode, rejected.json().code]).toEqual([429, "too-many"]);
    expect(rejected.json().retryAfter).toBe(600);
    expect(await readMarks(site)).toHaveLength(60);
    expect((await signUp(site, "neighbor@example.com", "198.51.100.9")).statusCode).toBe(201);
    site.clock.now += tenMinutes;
    expect((await signUp(site, "person61@example.com")).statusCode).toBe(201);
  });
});
