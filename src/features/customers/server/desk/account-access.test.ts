import { readdir } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { apiPaths } from "../../../../../tests/support/api-paths.ts";
import {
  addCaller,
  callerAnswers,
  passCheck,
  sendAbout,
} from "../../../../../tests/support/callers.ts";
import { type CreateDatabase, describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { readEmails } from "../../../../../tests/support/emails.ts";
import { newAccount, signUp, turnOnCodes } from "../../../../../tests/support/portal.ts";
import { signInAgain, signInStaff } from "../../../../../tests/support/staff.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";
import { readEndpoint } from "../../../../platform/contract/define-endpoint.ts";
import { hours, minutes } from "../../../../platform/contract/durations.ts";
import { claimTasks } from "../../../../platform/server/jobs/queue.ts";
import { saveConsent } from "../../../texts/server/consents.ts";
import { textQueue } from "../../../texts/server/outbox.ts";
import { textSender } from "../../../texts/server/text-worker.ts";
import { accountEndpoints as api } from "../../contract/account-actions.ts";
import { authExtras } from "../../contract/auth.ts";
import { callerCheckEndpoints } from "../../contract/caller-check.ts";
import { notMineQuery } from "../../contract/confirm-email.ts";
import { customerEndpoints } from "../../contract/customers.ts";

const email = "rosa@example.com";
const to = "rosa.new@example.com";

async function openChecked(createDatabase: CreateDatabase) {
  const testApp = await openTestApp(createDatabase);
  const { app, database, clock } = testApp;
  const rosa = await addCaller(testApp, email);
  const imani = await signInStaff(testApp, ["agent"], "Imani Bell");
  await passCheck(imani, rosa.uid, callerAnswers(email));
  const linkTo = async (recipient: string, name: string) => {
    const sent = (await readEmails(database)).findLast((one) => one.recipient === recipient);
    return new RegExp(`${name}=(\\S+)`).exec(sent?.text ?? "")?.[1] ?? "";
  };
  return {
    ...testApp,
    rosa,
    imani,
    linkTo,
    askResetLink: async (recipient: string) => {
      expect((await sendAbout(imani, api.sendResetLink, rosa.uid)).statusCode).toBe(200);
      return linkTo(recipient, "token");
    },
    resetPassword: async (token: string) => {
      const payload = { [authExtras.token]: token, newPassword: "eight pears" };
      return (await app.inject({ method: "POST", url: apiPaths.resetPassword, payload }))
        .statusCode;
    },
    isSignedIn: async () => (await rosa.request("GET", apiPaths.profile)).statusCode === 200,
    addPasskey: (id: string) =>
      database.write((trx) =>
        trx
          .insertInto("passkeys")
          .values({
            id,
            uid: rosa.uid,
            public_key: "",
            counter: 0,
            transports: "[]",
            name: id,
            created_at: clock.now,
            last_used_at: null,
          })
          .execute(),
      ),
    changeEmail: async () => {
      const change = await sendAbout(imani, api.changeEmail, rosa.uid, { email: to });
      expect(change.statusCode).toBe(200);
      return linkTo(email, notMineQuery);
    },
    undo: async (token: string) => {
      const payload = { [authExtras.token]: token };
      const undone = await app.inject({ method: "POST", url: apiPaths.notMyAccount, payload });
      expect(undone.json()).toEqual({ isUndone: true });
    },
    readAccess: async () => {
      const account = await database.db
        .selectFrom("accounts")
        .select(["totp_enabled_at", "email_verified_at"])
        .executeTakeFirstOrThrow();
      const passkeys = await database.db.selectFrom("passkeys").select("id").execute();
      return {
        hasCodes: account.totp_enabled_at !== null,
        isConfirmed: account.email_verified_at !== null,
        passkeys: passkeys.map(({ id }) => id),
      };
    },
  };
}

describeEachDialect("the access to an account", (_open, createDatabase) => {
  test("each action of staff needs a second factor of the last minutes", async () => {
    const { rosa, imani, clock } = await openChecked(createDatabase);
    clock.now += minutes(16);
    for (const endpoint of Object.values(api)) {
      const response = await sendAbout(imani, endpoint, rosa.uid, {});
      expect([endpoint, response.json().code]).toEqual([endpoint, "confirm-needed"]);
      expect(readEndpoint(endpoint).path).toContain("/customers");
    }
  });

  test("an ended check of the caller allows nothing more", async () => {
    const { rosa, imani } = await openChecked(createDatabase);
    expect((await sendAbout(imani, callerCheckEndpoints.end, rosa.uid)).statusCode).toBe(200);
    const late = await sendAbout(imani, api.endSessions, rosa.uid);
    expect([late.statusCode, late.body]).toEqual([
      403,
      expect.stringContaining("caller-unchecked"),
    ]);
  });

  test("a changed email ends sessions and the links to the old address", async () => {
    const { askResetLink, resetPassword, isSignedIn, changeEmail } =
      await openChecked(createDatabase);
    const link = await askResetLink(email);
    expect(await isSignedIn()).toBe(true);
    await changeEmail();
    expect(await isSignedIn()).toBe(false);
    expect(await resetPassword(link)).toBe(410);
  });

  test("a texted link sets the password, and only an old consent to texts allows it", async () => {
    const opened = await openChecked(createDatabase);
    const { app, database, clock, context, rosa, imani } = opened;
    const send = async () => (await sendAbout(imani, api.textResetLink, rosa.uid)).statusCode;
    const agree = (uid: string, at: number) => {
      const said = { numberKey: "3035550101", state: "allowed", words: "Yes" } as const;
      const whose = { source: "settings", uid, staffId: null } as const;
      return database.write((trx) => saveConsent(trx, { ...said, ...whose }, at));
    };
    const other = await signUp(app, { email: "sam@example.com" });
    await agree(other.uid, clock.now - hours(1000));
    await agree(rosa.uid, clock.now - hours(71));
    expect(await send()).toBe(409);
    await agree(rosa.uid, clock.now - hours(72));
    const read = await sendAbout(imani, customerEndpoints.read, rosa.uid);
    expect(read.json()).toMatchObject({ takesLinks: true });
    // A merge may have brought the agreement along.
    const merge = { uid: rosa.uid, email: "", email_key: "", support_id: "", merged_by: "" };
    const at = { at: clock.now - hours(71), confirmed_at: null, undo_until: null };
    await database.write((trx) =>
      trx
        .insertInto("account_merges")
        .values({ merged_uid: "former", ...merge, ...at })
        .execute(),
    );
    expect(await send()).toBe(409);
    await database.write((trx) => trx.deleteFrom("account_merges").execute());
    // Eleven at night: the customer on the phone waits for it.
    clock.now = Date.parse("2026-11-21T06:00:00Z");
    const late = await signInAgain(opened, "Imani Bell");
    if (!late) throw new Error("Imani has left.");
    await passCheck(late, rosa.uid, callerAnswers(email));
    expect((await sendAbout(late, api.textResetLink, rosa.uid)).statusCode).toBe(200);
    expect(await readEmails(database)).toContainEqual(
      expect.objectContaining({ kind: "reset-link-texted", recipient: email }),
    );
    const sent: string[] = [];
    const due = await claimTasks(textQueue, database, 20, clock.now);
    for (const text of due) sent.push(`${text.body} ${text.link}`);
    expect(sent).toEqual([
      expect.stringMatching(/ for 30 minutes: http\S+token=[\w-]{42}[A-Za-z0-9]$/),
    ]);
    const [link = ""] = /token=.*/.exec(sent[0] ?? "") ?? [];
    for (const text of due) await textSender(context, app.log)(text);
    const stored = await database.db.selectFrom("texts").selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(link);
    expect(await readdir(path.join(context.config.dataDir, "outbox"))).toHaveLength(1);
    expect(await opened.resetPassword(link.slice("token=".length))).toBe(200);
  });

  test("a lock ends the links", async () => {
    const { rosa, imani, askResetLink, resetPassword } = await openChecked(createDatabase);
    const link = await askResetLink(email);
    const reason = "Two people called for this account";
    await sendAbout(imani, api.lock, rosa.uid, { reason });
    await sendAbout(imani, api.unlock, rosa.uid);
    expect(await resetPassword(link)).toBe(410);
  });

  test("the undo of a changed email takes what was set up since, and nothing older", async () => {
    const opened = await openChecked(createDatabase);
    const { rosa, app, clock, addPasskey } = opened;
    await addPasskey("before");
    clock.now += hours(1);
    const again = await signInStaff(opened, ["agent"], "Paul Eriksen");
    await passCheck(again, rosa.uid, callerAnswers(email));
    const change = await sendAbout(again, api.changeEmail, rosa.uid, { email: to });
    expect(change.statusCode).toBe(200);
    const undo = await opened.linkTo(email, notMineQuery);
    clock.now += hours(1);
    const payload = { email: to, password: newAccount.password };
    const login = await app.inject({ method: "POST", url: apiPaths.login, payload });
    const cookie = String(login.headers["set-cookie"]).split(";")[0] ?? "";
    const readProfile = async () =>
      (await app.inject({ url: apiPaths.profile, headers: { cookie } })).statusCode;
    expect(await readProfile()).toBe(200);
    await opened.database.write((trx) =>
      trx
        .updateTable("accounts")
        .set({ totp_secret: "sealed", totp_enabled_at: clock.now })
        .where("uid", "=", rosa.uid)
        .execute(),
    );
    await addPasskey("since");
    expect(await opened.readAccess()).toMatchObject({ hasCodes: true });
    await opened.undo(undo);
    expect(await opened.readAccess()).toEqual({
      hasCodes: false,
      isConfirmed: true,
      passkeys: ["before"],
    });
    expect(await readProfile()).toBe(401);
  });

  test("the undo of a changed email leaves the owner's earlier codes on", async () => {
    const opened = await openChecked(createDatabase);
    await turnOnCodes(opened.rosa, opened.clock.now);
    opened.clock.now += minutes(1);
    await opened.undo(await opened.changeEmail());
    expect(await opened.readAccess()).toMatchObject({ hasCodes: true });
  });
});
