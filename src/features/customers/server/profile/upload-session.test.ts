import { expect, test } from "vitest";
import { apiPaths } from "../../../../../tests/support/api-paths.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { untilBlocked } from "../../../../../tests/support/lock-waits.ts";
import { phonePicture } from "../../../../../tests/support/pictures.ts";
import { newAccount, type SignedIn, signUp } from "../../../../../tests/support/portal.ts";
import { startSlowUpload } from "../../../../../tests/support/slow-upload.ts";
import { listStoredFiles } from "../../../../../tests/support/stored-files.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { endSessions, requireLiveSession } from "../auth/sessions.ts";

/** Sends half of a picture; resolves once the server has started the upload. */
async function beginUpload({ app, database }: TestApp, cookie: string) {
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  const picture = await phonePicture();
  const half = Math.floor(picture.length / 2);
  const headers = { cookie, origin, "content-type": "image/jpeg" };
  const upload = await startSlowUpload(app, apiPaths.picture, picture.length, headers);
  await upload.send(picture.subarray(0, half));
  await expect
    .poll(() =>
      database.db
        .selectFrom("throttles")
        .select("key")
        .where("key", "like", "pictureAccount:%")
        .execute(),
    )
    .toHaveLength(1);
  return async () => {
    await upload.send(picture.subarray(half));
    return upload.status;
  };
}

/** Logs the same person in with a second browser. */
async function logIn({ app }: TestApp): Promise<Record<string, string>> {
  const { email, password } = newAccount;
  const response = await app.inject({
    method: "POST",
    url: apiPaths.login,
    headers: { "sec-fetch-site": "same-origin" },
    payload: { email, password },
  });
  const cookie = response.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  return { cookie, "sec-fetch-site": "same-origin" };
}

const { password } = newAccount;
type End = (ruth: SignedIn, site: TestApp) => Promise<unknown>;
const endings: Readonly<Record<string, End>> = {
  "a log-out": (ruth) => ruth.request("POST", apiPaths.logout),
  "the account's deletion": (ruth) => ruth.request("POST", apiPaths.deleteAccount, { password }),
  "a new password set in another browser": async (_ruth, site) =>
    site.app.inject({
      method: "POST",
      url: apiPaths.changePassword,
      headers: await logIn(site),
      payload: { password, newPassword: "eight pears" },
    }),
  "a new password set in the same browser": (ruth) =>
    ruth.request("POST", apiPaths.changePassword, { password, newPassword: "eight pears" }),
};

describeEachDialect("an upload whose session ends", (_open, createDatabase, engine) => {
  test.for(Object.entries(endings))("is not stored after %s", async ([, end]) => {
    const site = await openTestApp(createDatabase);
    const ruth = await signUp(site.app);
    const finish = await beginUpload(site, ruth.cookie);
    await end(ruth, site);
    expect(await finish()).toBe(401);
    expect(await site.database.db.selectFrom("pictures").select("path").execute()).toEqual([]);
    expect(await listStoredFiles(site.dataDir)).toEqual([]);
  });

  test("is stored if the session is still valid, even with a new token", async () => {
    const site = await openTestApp(createDatabase);
    const ruth = await signUp(site.app);
    const finish = await beginUpload(site, ruth.cookie);
    await ruth.request("POST", apiPaths.confirmIdentity, { password });
    expect(await finish()).toBe(200);
  });

  test.runIf(engine === "postgres")("makes a logout wait for its commit", async () => {
    const { app, context, database } = await openTestApp(createDatabase);
    const { uid } = await signUp(app);
    const session = await database.db
      .selectFrom("sessions")
      .select(["id", "token_hash as tokenHash"])
      .executeTakeFirstOrThrow();
    const checked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const order: string[] = [];
    const storing = database.write(async (trx) => {
      await requireLiveSession(trx, session, context);
      checked.resolve();
      await released.promise;
      order.push("stored");
    });
    await checked.promise;
    const ending = database
      .write((trx) => endSessions(trx, uid))
      .then(() => order.push("logged out"));
    await untilBlocked(database).finally(() => released.resolve());
    await Promise.all([storing, ending]);
    expect(order).toEqual(["stored", "logged out"]);
  });
});
