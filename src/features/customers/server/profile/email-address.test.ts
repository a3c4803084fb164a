import { expect, test } from "vitest";
import { apiPaths } from "../../../../../tests/support/api-paths.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { newAccount, type SignedIn, signUp } from "../../../../../tests/support/portal.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { minutes } from "../../../../platform/contract/durations.ts";
import { facts } from "../../../../platform/contract/facts.ts";
import { authExtras } from "../../contract/auth.ts";
import type { ProfileResponse, ProfileSaved } from "../../contract/profile.ts";

const wanted = "new@example.com";

async function saveEmail(person: SignedIn, emailAddress: string): Promise<ProfileSaved> {
  const { version }: ProfileResponse = (await person.request("GET", apiPaths.profile)).json();
  const body = { version, changes: { emailAddress } };
  return (await person.request("PATCH", apiPaths.profile, body)).json();
}

function logIn({ app }: TestApp, email: string) {
  const payload = { email, password: newAccount.password };
  return app.inject({ method: "POST", url: apiPaths.login, payload });
}

/** Emails about a change of address: kind and recipient, sorted. */
async function readSentEmails({ database }: TestApp): Promise<string[]> {
  const rows = await database.db
    .selectFrom("mail_outbox")
    .selectAll()
    .where("kind", "like", "change-email%")
    .orderBy("kind")
    .execute();
  return rows.map(({ kind, recipient }) => `${kind} to ${recipient}`);
}

async function newestToken({ database }: TestApp): Promise<string> {
  const { text } = await database.db
    .selectFrom("mail_outbox")
    .select("text")
    .where("kind", "=", "change-email")
    .orderBy("created_at", "desc")
    .executeTakeFirstOrThrow();
  return /token=([\w-]+)/.exec(text)?.[1] ?? "";
}

function confirm(person: SignedIn, token: string) {
  return person.request("POST", apiPaths.confirmEmail, { [authExtras.token]: token });
}

describeEachDialect("a new address in the profile", (_open, createDatabase, engine) => {
  test("is saved at once and logs in once its link was used", async () => {
    const site = await openTestApp(createDatabase);
    const ruth = await signUp(site.app);
    const saved = await saveEmail(ruth, wanted);
    expect(saved.user.emailAddress).toBe(wanted);
    expect(saved.loginEmail).toBe(newAccount.email);
    expect(saved.confirmationSentTo).toBe(wanted);
    expect(await readSentEmails(site)).toEqual([
      `change-email to ${wanted}`,
      `change-email-notice to ${newAccount.email}`,
    ]);
    expect((await logIn(site, wanted)).statusCode).toBe(404);
    expect((await logIn(site, newAccount.email)).statusCode).toBe(200);

    expect((await confirm(ruth, await newestToken(site))).statusCode).toBe(200);
    expect((await logIn(site, wanted)).statusCode).toBe(200);
    const after: ProfileResponse = (await ruth.request("GET", apiPaths.profile)).json();
    expect([after.loginEmail, after.user.emailAddress]).toEqual([wanted, wanted]);
  });

  test("a second change invalidates the first link", async () => {
    const site = await openTestApp(createDatabase);
    const ruth = await signUp(site.app);
    await saveEmail(ruth, "typo@example.com");
    const first = await newestToken(site);
    expect((await saveEmail(ruth, newAccount.email)).confirmationSentTo).toBeNull();
    expect((await confirm(ruth, first)).json().code).toBe("link-expired");
    site.clock.now += 1000;
    await saveEmail(ruth, "other@example.com");
    const second = await newestToken(site);
    await saveEmail(ruth, "none at all");
    expect((await confirm(ruth, second)).json().code).toBe("link-expired");
  });

  test("a stranger at an unlocked computer cannot take over the account", async () => {
    const site = await openTestApp(createDatabase);
    const ruth = await signUp(site.app);
    site.clock.now += minutes(facts.reauthMinutes) + 1;
    const saved = await saveEmail(ruth, wanted);
    expect(saved.user.emailAddress).toBe(wanted);
    expect([saved.loginEmail, saved.confirmationSentTo]).toEqual([newAccount.email, null]);
    expect(await readSentEmails(site)).toEqual([]);
    await ruth.request("POST", apiPaths.confirmIdentity, { password: newAccount.password });
    await saveEmail(ruth, "other@example.com");
    expect(await readSentEmails(site)).toHaveLength(2);
  });

  test("of two tabs with different addresses one is saved, and only its link works", async () => {
    const site = await openTestApp(createDatabase);
    const ruth = await signUp(site.app);
    const addresses = ["one@example.com", "two@example.com"];
    const responses = await Promise.all(
      addresses.map((emailAddress) =>
        ruth.request("PATCH", apiPaths.profile, { version: 1, changes: { emailAddress } }),
      ),
    );
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const winner = addresses[responses.findIndex(({ statusCode }) => statusCode === 200)];
    expect(await readSentEmails(site)).toEqual([
      `change-email to ${winner}`,
      `change-email-notice to ${newAccount.email}`,
    ]);
  });

  test("links to one mailbox are limited; the profile is saved regardless", async () => {
    const site = await openTestApp(createDatabase);
    const ruth = await signUp(site.app);
    const sent: (string | null)[] = [];
    for (let time = 0; time < 5; time += 1) {
      sent.push((await saveEmail(ruth, wanted)).confirmationSentTo);
      await saveEmail(ruth, newAccount.email);
    }
    expect(sent).toEqual([wanted, wanted, wanted, null, null]);
    expect((await saveEmail(ruth, wanted)).user.emailAddress).toBe(wanted);
  });

  if (engine !== "sqlite") return;

  test.each(["ruth at home", "", "RUTH@example.com", "Sam@Example.com"])(
    "%j is saved, but no link is sent",
    async (address) => {
      const site = await openTestApp(createDatabase);
      const ruth = await signUp(site.app);
      await signUp(site.app, { email: "sam@example.com" });
      const saved = await saveEmail(ruth, address);
      expect(saved.user.emailAddress).toBe(address);
      expect([saved.loginEmail, saved.confirmationSentTo]).toEqual([newAccount.email, null]);
      expect(await readSentEmails(site)).toEqual([]);
    },
  );

  test("another field, a stale version or an error sends nothing", async () => {
    const site = await openTestApp(createDatabase);
    const ruth = await signUp(site.app);
    const attempts = [
      { version: 1, changes: { city: "Denver" } },
      { version: 1, changes: { emailAddress: wanted } },
      { version: 2, changes: { emailAddress: wanted, state: "Colorado" } },
    ];
    for (const body of attempts) await ruth.request("PATCH", apiPaths.profile, body);
    expect(await readSentEmails(site)).toEqual([]);
  });
});
