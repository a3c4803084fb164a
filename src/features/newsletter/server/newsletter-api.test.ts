import { expect, test } from "vitest";
import { openProgram } from "../../../../tests/support/api.ts";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { readAudit } from "../../../../tests/support/staff.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import { days, minutes } from "../../../platform/contract/durations.ts";
import { suppressAddress } from "./addresses/suppress-address.ts";
import { listRecipients } from "./queries.ts";

/* The contract of the newsletter for programs, in the order of issue 36. */

describeEachDialect("the newsletter for programs", (_open, createDatabase) => {
  async function openSite(settings: Readonly<Record<string, string>> = {}) {
    const site = await openTestApp(createDatabase, { RATE_LIMITS: "off", ...settings });
    const { call } = await openProgram(site, "newsletter:write");
    const at = (ms = 0) => new Date(site.clock.now + ms).toISOString();
    const put = (email: string, evidence: unknown, query = "") =>
      call(`PUT /newsletter/${encodeURIComponent(email)}${query}`, { evidence });
    const readers = async () => (await listRecipients(site.database.db)).map(({ email }) => email);
    const acts = async () =>
      (await readAudit(site))
        .filter(([kind, actor]) => kind === "change" && actor?.startsWith("API"))
        .map(([, , what]) => what);
    return { ...site, call, at, put, readers, acts };
  }

  test("subscribes with evidence, and unsubscribes", async () => {
    const { call, at, put, readers, acts, clock, database } = await openSite();
    const evidence = { text: "Send me news.", at: at(), source: "App, settings" };
    const dry = await put("ada@example.com", evidence, "?dryRun=true");
    expect([dry.status, await readers()]).toEqual([201, []]);
    const made = await put("Ada@example.com", evidence);
    expect([made.status, made.body]).toEqual([201, { email: "ada@example.com", state: "reader" }]);
    expect((await put("ada@example.com", evidence)).status).toBe(200);
    const signups = await database.db.selectFrom("newsletter_subscribers").selectAll().execute();
    expect(signups).toMatchObject([
      { note: `App, settings, ${evidence.at}: Send me news.`, added_by: "API token “App”" },
    ]);
    for (const [email, sent, pointer] of [
      ["b@example.com", undefined, "/evidence"],
      ["b@example.com", { ...evidence, text: "" }, "/evidence/text"],
      ["b@example.com", { ...evidence, at: "yesterday" }, "/evidence/at"],
      ["b@example.com", { ...evidence, at: at(days(1)) }, "/evidence/at"],
      ["b@example.com", { text: "a", at: at() }, "/evidence/source"],
      ["b", evidence, "/email"],
    ] as const) {
      const { status, body } = await put(email, sent);
      expect([sent, status, body.errors[0].pointer]).toEqual([sent, 422, pointer]);
    }
    clock.now += minutes(5);
    for (let tries = 0; tries < 2; tries += 1) {
      const gone = await call("DELETE /newsletter/ada%40example.com");
      expect([gone.status, gone.text]).toEqual([204, ""]);
    }
    const again = await put("ada@example.com", evidence);
    expect([again.status, again.body.code]).toEqual([409, "unsubscribed"]);
    clock.now += minutes(5);
    expect((await put("ada@example.com", { ...evidence, at: at() })).body.state).toBe("reader");
    expect(await readers()).toEqual(["ada@example.com"]);
    await database.write((trx) => suppressAddress(trx, "c@example.com", "Bounces", clock.now));
    const suppressed = await put("c@example.com", evidence);
    expect([suppressed.status, suppressed.body.code]).toEqual([409, "suppressed"]);
    expect(await acts()).toEqual([
      "Added a subscriber",
      "Unsubscribed an address",
      "Added a subscriber",
    ]);
  });

  test("asks to confirm where the site does", async () => {
    const { at, put, readers, database } = await openSite({ NEWSLETTER_DOUBLE_OPT_IN: "on" });
    const evidence = { text: "News, please.", at: at(), source: "App" };
    const send = async () => {
      const { status, body } = await put("ada@example.com", evidence);
      return [status, body.state];
    };
    const answers = await Promise.all([send(), send(), send()]);
    answers.push(await send());
    expect(answers.sort()).toEqual([200, 200, 200, 201].map((status) => [status, "to-confirm"]));
    const signups = await database.db.selectFrom("newsletter_subscribers").select("id").execute();
    expect(signups).toHaveLength(1);
    const emails = await database.db.selectFrom("mail_outbox").select("kind").execute();
    expect([emails, await readers()]).toEqual([[{ kind: "newsletter-confirm" }], []]);
  });
});
