import { expect, test } from "vitest";
import { apiPaths } from "../../../../tests/support/api-paths.ts";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { linkIn, readEmails } from "../../../../tests/support/emails.ts";
import { runOps } from "../../../../tests/support/ops.ts";
import { newAccount, signUpConfirmed, turnOnCodes } from "../../../../tests/support/portal.ts";
import { makeRequest } from "../../../../tests/support/rows.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import { exhaustThrottles } from "../../../../tests/support/throttles.ts";
import { hours } from "../../../platform/contract/durations.ts";
import { countAttempt } from "../../../platform/server/credentials/throttles.ts";
import { saveConsent } from "../../texts/server/consents.ts";

const { email, password } = newAccount;

describeEachDialect("the operator and accounts", (_open, createDatabase) => {
  async function openSite() {
    const options = await createDatabase("with tables");
    const site = await openTestApp(async () => options);
    const ruth = await signUpConfirmed(site);
    const logIn = async () =>
      (
        await site.app.inject({
          method: "POST",
          url: apiPaths.login,
          payload: { email, password },
        })
      ).json();
    return { options, site, ruth, logIn };
  }

  test("second-factor off turns codes off, ends sessions and notifies the owner", async () => {
    const { options, site, ruth, logIn } = await openSite();
    await turnOnCodes(ruth, site.clock.now);
    expect(await logIn()).toEqual({ state: "code-needed" });

    const off = ["second-factor", "off", "--email", email.toUpperCase()];
    const run = await runOps(options, "accounts", ...off);
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect(run.stdout).toMatch(
      /^Codes are off for ruth@.*The owner is notified by email\. Sessions ended: 1\n$/,
    );
    const { db } = site.database;
    for (const table of ["recovery_codes", "sessions"] as const) {
      expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([]);
    }
    // A login awaiting its code has to start over.
    const tokens = db.selectFrom("one_time_tokens").select("kind").where("kind", "=", "login-code");
    expect(await tokens.execute()).toEqual([]);
    const notice = (await readEmails(site.database)).at(-1);
    expect([notice?.kind, notice?.recipient]).toEqual(["codes-off-by-staff", email]);
    expect(await logIn()).toMatchObject({ state: "signed-in" });

    const again = await runOps(options, "accounts", ...off);
    expect([again.code, again.stdout]).toEqual([1, ""]);
    expect(again.stderr).toContain("does not use codes");
  });

  test("second-factor rejects unknown accounts and missing options, and changes nothing", async () => {
    const { options, site, ruth, logIn } = await openSite();
    await turnOnCodes(ruth, site.clock.now);
    const usage = /^Name the account: accounts second-factor off --email <email> \| /;
    for (const [args, said] of [
      [["second-factor", "off", "--email", "nobody@example.com"], /No account has the login email/],
      [["second-factor", "off"], usage],
      [["second-factor", "--email", email], usage],
      [["off", "--email", email], usage],
    ] as const) {
      const { code, stdout, stderr } = await runOps(options, "accounts", ...args);
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(said);
    }
    expect(await logIn()).toEqual({ state: "code-needed" });
  });

  /** Commands that send links need the site's address. */
  const links = { PUBLIC_URL: "https://www.example.com" };

  test("change-email moves the login, notifies both addresses and ends sessions", async () => {
    const { options, site, ruth } = await openSite();
    await signUpConfirmed(site, { email: "sam@example.com" });
    const to = "Ruth.New@example.com";
    const change = (...args: string[]) =>
      runOps({ ...options, env: links }, "accounts", "change-email", "--email", email, ...args);
    const dry = await change("--to", to, "--dry-run");
    expect(dry.stdout).toMatch(/^\(dry run, nothing changed\) The account ruth@/);
    const taken = await change("--to", "SAM@example.com");
    expect([taken.code, taken.stderr]).toEqual([
      1,
      "Another account has the login email SAM@example.com.\n",
    ]);
    expect((await change("--to", "ruth")).code).toBe(1);
    expect((await ruth.request("GET", apiPaths.profile)).statusCode).toBe(200);
    const before = (await readEmails(site.database)).length;

    expect(await change("--to", to)).toMatchObject({ code: 0, stderr: "" });
    expect((await ruth.request("GET", apiPaths.profile)).json().code).toBe("not-signed-in");
    const row = await site.database.db
      .selectFrom("accounts")
      .innerJoin("profiles", "profiles.uid", "accounts.uid")
      .select(["accounts.email", "accounts.email_verified_at", "profiles.email_address"])
      .where("accounts.uid", "=", ruth.uid)
      .executeTakeFirst();
    expect(row).toEqual({ email: to, email_verified_at: null, email_address: to });
    const told = (await readEmails(site.database)).slice(before);
    expect(told.map(({ kind, recipient }) => [kind, recipient]).sort()).toEqual([
      ["email-changed", email],
      ["verify-email", to],
    ]);
    const payload = { email: to, password };
    const entry = await site.app.inject({ method: "POST", url: apiPaths.login, payload });
    expect(entry.json()).toMatchObject({ state: "signed-in" });
  });

  test("reset-link emails the link of a forgotten password", async () => {
    const { options, site } = await openSite();
    const run = await runOps(
      { ...options, env: links },
      "accounts",
      "reset-link",
      "--email",
      email,
    );
    expect(run.stdout).toBe(`A link to set a new password is sent to ${email}.\n`);
    const { url } = await linkIn(site.database, "reset-password");
    expect(url.origin).toBe(links.PUBLIC_URL);
    const without = { ...options, env: { PUBLIC_URL: "" } };
    const rejected = await runOps(without, "accounts", "reset-link", "--email", email);
    expect(rejected.stderr).toBe("Set PUBLIC_URL: the emailed link contains it.\n");
  });

  test("reset-link and welcome go by text or letter only as at the desk", async () => {
    const { options, site, ruth } = await openSite();
    const { database, clock } = site;
    // Over https, texts need Twilio.
    const env = { PUBLIC_URL: "http://desk.test" };
    const run = (...args: readonly string[]) =>
      runOps({ ...options, env }, "accounts", ...args, "--email", email);
    const text = ["reset-link", "--by", "text"];
    expect((await run(...text)).stderr).toContain("gets no link by text");
    await database.write(async (trx) => {
      const said = { numberKey: "3035550101", state: "allowed", words: "Yes" } as const;
      const whose = { source: "settings", uid: ruth.uid, staffId: null } as const;
      await saveConsent(trx, { ...said, ...whose }, Date.now() - hours(72));
      await trx.updateTable("accounts").set({ email_verified_at: clock.now }).execute();
    });
    expect(await run(...text)).toMatchObject({
      stderr: "",
      stdout: expect.stringContaining("is texted to the phone on record"),
    });
    const [sent] = await database.db.selectFrom("texts").select("link").execute();
    expect(sent?.link).toMatch(new RegExp(`^${env.PUBLIC_URL}/portal/reset-password`));

    const letter = ["welcome", "--by", "letter"];
    expect((await run(...letter)).stderr).toContain("has chosen a password");
    expect((await run("welcome", "--by", "pigeon")).stderr).toContain("email, text, letter");
    await database.write(async (trx) => {
      await trx.updateTable("accounts").set({ added_at: clock.now }).execute();
      await trx.updateTable("profiles").set({ address_line1: "9 Elm Street" }).execute();
    });
    const { stdout } = await run(...letter);
    const code = /code: (\S+)/.exec(stdout)?.[1];
    const payload = { code, lastName: newAccount.lastName, zip: newAccount.zip, email };
    const chosen = await site.app.inject({
      method: "POST",
      url: apiPaths.welcome,
      payload: { ...payload, newPassword: "eight pears" },
    });
    expect(chosen.statusCode).toBe(200);
  });

  test("unlock lifts the limit on attempts for one account", async () => {
    const { options, site, logIn, ruth } = await openSite();
    const byEmail = site.context.clientKeys.hashAccount(email);
    for (const limit of ["mailAccount", "resetAccount"] as const) {
      await countAttempt(site.context, [{ limit, hash: byEmail }]);
    }
    for (const limit of ["codeAccount", "codeKnown", "proofAccount"] as const) {
      await countAttempt(site.context, [{ limit, hash: ruth.uid }]);
    }
    const fail = async (who: string) => {
      const payload = { email: who, password: "wrong one" };
      const url = apiPaths.login;
      return (await site.app.inject({ method: "POST", url, payload })).json().code;
    };
    for (const who of [email, "other@example.com"]) {
      let code = "";
      for (let tries = 0; tries < 20 && code !== "too-many"; tries += 1) code = await fail(who);
      expect(code).toBe("too-many");
    }
    expect(await logIn()).toMatchObject({ code: "too-many" });
    expect((await runOps(options, "accounts", "unlock", "--email", email)).code).toBe(0);
    const left = await site.database.db.selectFrom("throttles").select("key").execute();
    const own = left.filter(({ key }) => key.endsWith(`${byEmail}`) || key.endsWith(ruth.uid));
    expect(own).toEqual([]);
    expect(await logIn()).toMatchObject({ state: "signed-in" });
    expect(await fail("other@example.com")).toBe("too-many");
  });

  test("unlock lifts the limits of browsers that know the account, and of no other", async () => {
    const { options, site } = await openSite();
    const sam = "sam@example.com";
    await signUpConfirmed(site, { email: sam });
    const post = (url: string, payload: object, cookie = "") =>
      site.app.inject({ method: "POST", url, payload, headers: { cookie } });
    const knownBy = async (who: string) => {
      const { cookies } = await post(apiPaths.login, { email: who, password });
      const { value } = cookies.find(({ name }) => name === "known-browser") ?? {};
      return `known-browser=${value}`;
    };
    const browsers = [
      { who: email, cookie: await knownBy(email) },
      { who: email, cookie: await knownBy(email) },
      { who: sam, cookie: await knownBy(sam) },
    ];
    for (const { who, cookie } of browsers) {
      await post(apiPaths.login, { email: who, password: "wrong one" }, cookie);
      await post(apiPaths.forgotPassword, { email: who }, cookie);
    }
    await exhaustThrottles(site);
    const attempts = () =>
      Promise.all(
        browsers.map(async ({ who, cookie }) => {
          const entry = await post(apiPaths.login, { email: who, password }, cookie);
          const link = await post(apiPaths.forgotPassword, { email: who }, cookie);
          return [entry.statusCode, link.statusCode];
        }),
      );
    expect(await attempts()).toEqual([
      [429, 429],
      [429, 429],
      [429, 429],
    ]);
    const unlock = ["accounts", "unlock", "--email", email];
    expect((await runOps(options, ...unlock, "--dry-run")).code).toBe(0);
    expect((await attempts())[0]).toEqual([429, 429]);
    expect((await runOps(options, ...unlock)).code).toBe(0);
    const [first, second, other] = await attempts();
    expect([first?.[0], second?.[0], other]).toEqual([200, 200, [429, 429]]);
    expect([first?.[1], second?.[1]]).not.toContain(429);
  });

  test("disable closes the account everywhere until it is enabled", async () => {
    const { options, site, ruth, logIn } = await openSite();
    const run = (action: string) => runOps(options, "accounts", action, "--email", email);
    expect((await run("disable")).stdout).toMatch(/until it is enabled\. Sessions ended: 1\n$/);
    expect((await ruth.request("GET", apiPaths.profile)).json().code).toBe("not-signed-in");
    expect(await logIn()).toMatchObject({ code: "wrong-password" });
    const before = (await readEmails(site.database)).length;
    const payload = { email };
    await site.app.inject({ method: "POST", url: apiPaths.forgotPassword, payload });
    expect(await readEmails(site.database)).toHaveLength(before);
    expect(await site.database.db.selectFrom("sessions").selectAll().execute()).toEqual([]);
    const [found] = JSON.parse((await runOps(options, "find", email)).stdout);
    expect(Date.parse(found.disabledAt)).toBeGreaterThan(0);
    expect((await run("disable")).code).toBe(1);
    expect((await run("enable")).code).toBe(0);
    expect(await logIn()).toMatchObject({ state: "signed-in" });
    expect((await run("enable")).code).toBe(1);
  });

  test("delete removes the account and notifies the owner; a dry run does not", async () => {
    const { options, site, logIn } = await openSite();
    const remove = (...args: string[]) =>
      runOps(options, "accounts", "delete", "--email", email, ...args);
    expect((await remove("--dry-run")).stdout).toMatch(/^\(dry run, nothing changed\) /);
    expect(await logIn()).toMatchObject({ state: "signed-in" });
    expect((await remove()).code).toBe(0);
    expect(await logIn()).toMatchObject({ code: "user-not-found" });
    const told = (await readEmails(site.database)).at(-1);
    expect([told?.kind, told?.recipient]).toEqual(["account-deleted", email]);
    expect((await remove()).stderr).toContain("No account has the login email");
  });

  test("merge makes two accounts one after a dry run, and unmerge makes two of them", async () => {
    const { options, site, logIn } = await openSite();
    const other = await signUpConfirmed(site, { email: "sam@example.com" });
    const request = makeRequest(other.uid);
    const { db, write } = site.database;
    await write((trx) => trx.insertInto("completed_requests").values(request).execute());
    const run = (name: string, ...args: string[]) =>
      runOps(options, "accounts", name, "--email", email, ...args);
    const owner = async () =>
      (await db.selectFrom("completed_requests").select("uid").executeTakeFirst())?.uid;

    const dry = await run("merge", "--with", "sam@example.com", "--dry-run");
    expect(dry.stdout).toMatch(/^\(dry run, nothing changed\) The account sam@.* Requests: 1\. /);
    expect(await owner()).toBe(other.uid);
    expect((await run("merge")).code).toBe(1);
    expect((await run("merge", "--with", email)).stderr).toBe("This is the same account.\n");
    expect((await run("merge", "--with", "sam@example.com")).code).toBe(0);
    expect(await owner()).not.toBe(other.uid);
    expect((await other.request("GET", apiPaths.profile)).json().code).toBe("not-signed-in");
    const [found] = JSON.parse((await runOps(options, "find", "sam@example.com")).stdout);
    expect(found.loginEmail).toBe(email);

    expect((await run("unmerge", "--with", "nobody@example.com")).stderr).toBe(
      `No account nobody@example.com was merged into ${email}.\n`,
    );
    expect((await run("unmerge", "--with", "SAM@example.com")).stdout).toMatch(/is made again/);
    expect(await owner()).toBe(other.uid);
    expect(await logIn()).toMatchObject({ state: "signed-in" });
  });
});
