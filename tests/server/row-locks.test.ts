import type { LightMyRequestResponse } from "fastify";
import { expect, test } from "vitest";
import { authExtras } from "../../src/features/customers/contract/auth.ts";
import { profilePicturePath } from "../../src/features/customers/contract/profile.ts";

import { apiPaths } from "../support/api-paths.ts";
import { type CreateDatabase, describeEachDialect } from "../support/dialects.ts";
import { linkIn } from "../support/emails.ts";
import { type OpenTransaction, openTransaction } from "../support/open-transaction.ts";
import { phonePicture, twoColors } from "../support/pictures.ts";
import { newAccount, signUp } from "../support/portal.ts";
import { openTestApp } from "../support/test-app.ts";

const patience = { timeout: 20_000, interval: 20 };

/** Sends a request that must wait for the open transaction, then commits that transaction. */
async function sendMeanwhile(
  open: OpenTransaction,
  send: () => Promise<LightMyRequestResponse>,
): Promise<LightMyRequestResponse> {
  let isDone = false;
  const response = send().finally(() => {
    isDone = true;
  });
  await expect.poll(async () => isDone || (await open.isBlocking()), patience).toBe(true);
  expect(isDone).toBe(false);
  await open.commit();
  return response;
}

describeEachDialect(
  "a row that another transaction is changing",
  (_open, createDatabase, engine) => {
    // Not on SQLite, which has a single writer.
    const onPostgres = test.runIf(engine === "postgres");

    async function openSite() {
      let databaseUrl = "";
      const kept: CreateDatabase = async (filled) => {
        const options = await createDatabase(filled);
        databaseUrl = options.databaseUrl ?? "";
        return options;
      };
      return { site: await openTestApp(kept), databaseUrl };
    }

    onPostgres("login waits for a password change, and the old password is rejected", async () => {
      const { site, databaseUrl } = await openSite();
      const { app, database } = site;
      const ruth = await signUp(app);
      await ruth.request("POST", apiPaths.logout);
      const open = await openTransaction(
        databaseUrl,
        "update accounts set password_hash = $1 where uid = $2",
        [await site.context.passwords.hash("eight pears"), ruth.uid],
      );
      const { email, password } = newAccount;
      const login = { method: "POST", url: apiPaths.login, payload: { email, password } } as const;
      const response = await sendMeanwhile(open, () => app.inject(login));
      expect([response.statusCode, response.json().code]).toEqual([401, "wrong-password"]);
      expect(await database.db.selectFrom("sessions").selectAll().execute()).toEqual([]);
    });

    onPostgres(
      "a confirmation by password waits for a password change, and the old password is rejected",
      async () => {
        const { site, databaseUrl } = await openSite();
        const { app, database } = site;
        const ruth = await signUp(app);
        const { token } = await linkIn(database, "verify-email");
        const open = await openTransaction(
          databaseUrl,
          "update accounts set password_hash = $1 where uid = $2",
          [await site.context.passwords.hash("eight pears"), ruth.uid],
        );
        const payload = { password: newAccount.password, [authExtras.token]: token };
        const confirm = { method: "POST", url: apiPaths.confirmByPassword, payload } as const;
        const response = await sendMeanwhile(open, () => app.inject(confirm));
        expect(response.statusCode).toBe(422);
        const account = database.db.selectFrom("accounts").select("email_verified_at");
        expect(await account.execute()).toEqual([{ email_verified_at: null }]);
      },
    );

    onPostgres("an upload waits for a concurrent one and removes its file", async () => {
      const { site, databaseUrl } = await openSite();
      const ruth = await signUp(site.app);
      const upload = (bytes: Buffer) =>
        ruth.request("PUT", apiPaths.picture, bytes, { "content-type": "image/png" });
      await upload(await phonePicture());
      const open = await openTransaction(
        databaseUrl,
        "update pictures set file = $1 where path = $2",
        ["another.webp", profilePicturePath(ruth.uid)],
      );
      const bytes = await twoColors().png().toBuffer();
      expect((await sendMeanwhile(open, () => upload(bytes))).statusCode).toBe(200);
      const removals = await site.database.db.selectFrom("file_removals").select("path").execute();
      expect(removals).toContainEqual({ path: `${profilePicturePath(ruth.uid)}/another.webp` });
    });
  },
);
