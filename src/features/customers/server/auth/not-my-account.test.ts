import { expect, test } from "vitest";
import { apiPaths } from "../../../../../tests/support/api-paths.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { linkIn, readEmails } from "../../../../../tests/support/emails.ts";
import { phonePicture } from "../../../../../tests/support/pictures.ts";
import { newAccount, signUp, signUpConfirmed } from "../../../../../tests/support/portal.ts";
import { makeRequest } from "../../../../../tests/support/rows.ts";
import { listStoredFiles } from "../../../../../tests/support/stored-files.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { authExtras } from "../../contract/auth.ts";
import { notMineQuery } from "../../contract/confirm-email.ts";

const { email, password } = newAccount;

const disown = ({ app }: TestApp, token: string, cookie = "") =>
  app.inject({
    method: "POST",
    url: apiPaths.notMyAccount,
    headers: { cookie },
    payload: { [authExtras.token]: token },
  });

const accounts = ({ database }: TestApp) =>
  database.db.selectFrom("accounts").select("email").execute();

describeEachDialect(
  "an account that is not the mailbox owner's",
  (_open, createDatabase, engine) => {
    test("is removed with sessions, emails and files; opening the link changes nothing", async () => {
      const testApp = await openTestApp(createDatabase);
      const { database, dataDir } = testApp;
      const stranger = await signUp(testApp.app);
      const headers = { "content-type": "image/jpeg" };
      await stranger.request("PUT", apiPaths.picture, await phonePicture(), headers);
      const { token } = await linkIn(database, "verify-email");
      const page = await testApp.app.inject(`${paths.confirmEmail}?${notMineQuery}=${token}`);
      expect(page.headers["cache-control"]).toBe("no-store");
      expect(page.body).toContain("created an account with");
      expect(await accounts(testApp)).toEqual([{ email }]);

      expect((await disown(testApp, token)).statusCode).toBe(200);
      expect(await accounts(testApp)).toEqual([]);
      for (const table of ["sessions", "one_time_tokens", "pictures", "profiles"] as const) {
        expect(await database.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
      }
      expect(await listStoredFiles(dataDir)).toEqual([]);
      expect((await stranger.request("GET", apiPaths.session)).json()).toEqual({ signedIn: false });
      // Only the email about the removal is left.
      const emails = await readEmails(database);
      expect(emails.map(({ kind, recipient }) => [kind, recipient])).toEqual([
        ["account-removed", email],
      ]);
      expect((await disown(testApp, token)).json().code).toBe("link-expired");
      // The address is available again.
      expect((await signUp(testApp.app)).uid).not.toBe(stranger.uid);
    });

    test("keeps messages that the owner of the mailbox sent", async () => {
      const testApp = await openTestApp(createDatabase);
      const message = { name: "Ruth", phone: "", email, message: "Hello" };
      await testApp.app.inject({
        method: "POST",
        url: "/api/submissions/ContactForm",
        payload: message,
      });
      await signUp(testApp.app);
      const { token } = await linkIn(testApp.database, "verify-email");
      expect((await disown(testApp, token)).statusCode).toBe(200);
      expect(await testApp.submissions()).toHaveLength(1);
    });

    test.each(["completed_requests", "payment_accounts", "account_merges"] as const)(
      "stays if it was used (%s): the address may be a typo",
      async (table) => {
        const testApp = await openTestApp(createDatabase);
        const ruth = await signUp(testApp.app);
        if (table === "completed_requests") {
          await testApp.database.write((trx) =>
            trx.insertInto(table).values(makeRequest(ruth.uid, {})).execute(),
          );
        } else if (table === "account_merges") {
          const former = { email: "", email_key: "", support_id: "", merged_by: "" };
          const merge = { ...former, merged_uid: "former", uid: ruth.uid, at: 0 };
          await testApp.database.write((trx) =>
            trx
              .insertInto(table)
              .values({ ...merge, confirmed_at: null, undo_until: null })
              .execute(),
          );
        } else await ruth.request("POST", apiPaths.createStripeAccount, { uid: ruth.uid });
        const { token } = await linkIn(testApp.database, "verify-email");
        const response = await disown(testApp, token);
        expect([response.statusCode, response.json().code]).toEqual([409, "account-in-use"]);
        expect(await accounts(testApp)).toEqual([{ email }]);
      },
    );

    test("only the requested change is canceled for an existing account", async () => {
      const testApp = await openTestApp(createDatabase);
      const ruth = await signUpConfirmed(testApp);
      await ruth.request("POST", apiPaths.changeEmail, { email: "victim@example.com", password });
      const { token } = await linkIn(testApp.database, "change-email");
      expect((await disown(testApp, token)).statusCode).toBe(200);
      expect((await ruth.request("GET", apiPaths.settings)).json()).toMatchObject({
        loginEmail: email,
        pendingEmail: null,
      });
      const notice = (await readEmails(testApp.database)).findLast(
        ({ kind }) => kind === "change-email-refused",
      );
      expect(notice?.recipient).toBe(email);
      const confirmed = await ruth.request("POST", apiPaths.confirmEmail, {
        [authExtras.token]: token,
      });
      expect(confirmed.json().code).toBe("link-expired");
    });

    if (engine !== "sqlite") return;

    test("stays if the person who clicks is signed in to it", async () => {
      const testApp = await openTestApp(createDatabase);
      const ruth = await signUp(testApp.app);
      const { token } = await linkIn(testApp.database, "verify-email");
      const page = await ruth.request("GET", `${paths.confirmEmail}?${notMineQuery}=${token}`);
      expect(page.body).toContain("so we believe it is yours");
      expect((await disown(testApp, token, ruth.cookie)).json().code).toBe("account-in-use");
      expect(await accounts(testApp)).toEqual([{ email }]);
    });

    test("is removed by native posts too", async () => {
      const testApp = await openTestApp(createDatabase);
      await signUp(testApp.app);
      const { token } = await linkIn(testApp.database, "verify-email");
      const post = () =>
        testApp.app.inject({
          method: "POST",
          url: paths.confirmEmail,
          headers: { "content-type": "application/x-www-form-urlencoded" },
          payload: new URLSearchParams({
            [authExtras.token]: token,
            [notMineQuery]: "yes",
          }).toString(),
        });
      const done = await post();
      expect([done.statusCode, done.headers.location]).toEqual([
        303,
        `${paths.confirmEmail}?done=${notMineQuery}`,
      ]);
      const page = await testApp.app.inject(String(done.headers.location));
      expect(page.body).toContain("Thank you for telling us");
      expect(await accounts(testApp)).toEqual([]);
      expect((await post()).statusCode).toBe(410);
      const used = await testApp.app.inject(`${paths.confirmEmail}?${notMineQuery}=${token}`);
      expect(used.body).toContain("If an account still uses your address, call us.");
    });
  },
);
