import { expect, test } from "vitest";
import { apiPaths } from "../../../../../tests/support/api-paths.ts";
import {
  addCaller,
  callerAnswers,
  passCheck,
  sendAbout,
} from "../../../../../tests/support/callers.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { readEmails } from "../../../../../tests/support/emails.ts";
import {
  codeOf,
  newAccount,
  type SignedIn,
  signUp,
  turnOnCodes,
} from "../../../../../tests/support/portal.ts";
import { readAudit, type SignedInStaff, signInStaff } from "../../../../../tests/support/staff.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { readEndpoint } from "../../../../platform/contract/define-endpoint.ts";
import { hours, minutes } from "../../../../platform/contract/durations.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { accountEndpoints as api } from "../../contract/account-actions.ts";
import { authExtras } from "../../contract/auth.ts";
import { notMineQuery } from "../../contract/confirm-email.ts";
import { type CustomerDetail, customerEndpoints } from "../../contract/customers.ts";
import { removeDueFactors } from "../accounts/factor-removals.ts";
import { sendVerification } from "../auth/confirm-email.ts";

const email = "rosa@example.com";
const { password } = newAccount;

interface Opened extends TestApp {
  readonly rosa: SignedIn;
  readonly imani: SignedInStaff;
}

/** Rosa, whose call Imani has checked. */
async function openChecked(createDatabase: Parameters<typeof openTestApp>[0]): Promise<Opened> {
  const testApp = await openTestApp(createDatabase);
  const rosa = await addCaller(testApp, email);
  const imani = await signInStaff(testApp, ["agent"], "Imani Bell");
  await passCheck(imani, rosa.uid, callerAnswers(email));
  return { ...testApp, rosa, imani };
}

const read = async ({ imani, rosa }: Opened): Promise<CustomerDetail> =>
  (await sendAbout(imani, customerEndpoints.read, rosa.uid)).json();

const logIn = async ({ app }: TestApp, as = email, typed: string = password) => {
  const payload = { email: as, password: typed };
  return (await app.inject({ method: "POST", url: apiPaths.login, payload })).json();
};

const newest = async ({ database }: TestApp) => (await readEmails(database)).at(-1);

async function lastAct(testApp: TestApp): Promise<string | undefined> {
  return (await readAudit(testApp)).at(-1)?.[2];
}

/** The token of the link in the newest email to an address. */
async function linkTo({ database }: TestApp, recipient: string, name: string): Promise<string> {
  const sent = (await readEmails(database)).findLast((one) => one.recipient === recipient);
  return new RegExp(`${name}=(\\S+)`).exec(sent?.text ?? "")?.[1] ?? "";
}

const disown = ({ app }: TestApp, token: string) =>
  app.inject({
    method: "POST",
    url: apiPaths.notMyAccount,
    payload: { [authExtras.token]: token },
  });

describeEachDialect("what staff do for an account", (_open, createDatabase, engine) => {
  test("needs a passed check and the second factor, again for each, but for locking", async () => {
    const opened = await openChecked(createDatabase);
    const { rosa, clock, database } = opened;
    const paul = await signInStaff(opened, ["agent"], "Paul Eriksen");
    const reason = "We think that someone else logged in.";
    const bodies = new Map<string, object>([
      [api.lock, { reason }],
      [api.changeEmail, { email: "new@example.com" }],
      [api.correct, { version: 1, changes: { city: "Denver" } }],
    ]);
    const unchecked: string[] = [
      api.add,
      api.welcome,
      api.lock,
      api.confirmFactorRemoval,
      api.cancelFactorRemoval,
    ];
    const before = (await readEmails(database)).length;
    for (const endpoint of Object.values(api)) {
      if (unchecked.includes(endpoint)) continue;
      const { statusCode, ...response } = await sendAbout(
        paul,
        endpoint,
        rosa.uid,
        bodies.get(endpoint),
      );
      expect([statusCode, response.body], endpoint).toEqual([
        403,
        expect.stringContaining("caller-unchecked"),
      ]);
    }
    expect(await readEmails(database)).toHaveLength(before);
    clock.now += minutes(16);
    const late = await sendAbout(opened.imani, api.endSessions, rosa.uid);
    expect(late.json().code).toBe("confirm-needed");
    const viewer = await signInStaff(opened, ["viewer"]);
    const rejected = await sendAbout(viewer, api.lock, rosa.uid, { reason });
    expect(rejected.json().code).toBe("not-allowed");
    const fresh = await signInStaff(opened, ["agent"], "Gil Moreno");
    expect((await sendAbout(fresh, api.lock, rosa.uid, { reason })).statusCode).toBe(200);
  });

  test("a lock ends the sessions, says why at the log-in, and is lifted", async () => {
    const opened = await openChecked(createDatabase);
    const { rosa, imani, app } = opened;
    const reason = "Two people called for this account";
    expect((await sendAbout(imani, api.lock, rosa.uid, { reason })).statusCode).toBe(200);
    expect(await newest(opened)).toMatchObject({ kind: "locked-by-staff", recipient: email });
    expect((await newest(opened))?.text).toContain(`The reason: ${reason}.`);
    expect((await rosa.request("GET", apiPaths.profile)).json().code).toBe("not-signed-in");
    expect(await logIn(opened)).toMatchObject({
      code: "account-locked",
      message: expect.stringMatching(/reason: Two people called for this account\. Please call us/),
    });
    expect(await logIn(opened, email, "wrong one")).toMatchObject({ code: "wrong-password" });
    const page = await app.inject({
      method: "POST",
      url: paths.login,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams({ email, password }).toString(),
    });
    expect([page.statusCode, page.body]).toEqual([403, expect.stringContaining(reason)]);
    expect((await read(opened)).login).toMatchObject({
      lockedBy: "Imani Bell",
      lockReason: `${reason}.`,
    });
    const again = await sendAbout(imani, api.lock, rosa.uid, { reason });
    expect(again.json().code).toBe("case-changed");
    expect((await sendAbout(imani, api.sendResetLink, rosa.uid)).json().code).toBe("case-changed");
    expect((await sendAbout(imani, api.unlock, rosa.uid)).statusCode).toBe(200);
    expect((await newest(opened))?.kind).toBe("unlocked-by-staff");
    expect(await logIn(opened)).toMatchObject({ state: "signed-in" });
  });

  test("a changed email is undone by the old address, with all that was set up since", async () => {
    const opened = await openChecked(createDatabase);
    const { rosa, imani, app, clock } = opened;
    const to = "rosa.new@example.com";
    const change = (typed: string) => sendAbout(imani, api.changeEmail, rosa.uid, { email: typed });
    await signUp(app, { email: "sam@example.com" });
    expect((await change("SAM@example.com")).json().fields).toEqual({
      email: "Another account uses this email.",
    });
    expect((await change("nothing")).json().fields).toEqual({ email: "Email is invalid." });
    expect((await change(to)).statusCode).toBe(200);
    const told = (await readEmails(opened.database)).slice(-2);
    expect(told.map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ["verify-email", to],
      ["email-changed", email],
    ]);
    expect(told[0]?.text).toContain("We changed the login email");
    expect((await read(opened)).email).toBe(to);
    await sendAbout(imani, api.sendConfirmation, rosa.uid);
    expect((await newest(opened))?.text).toContain("The account gets its earlier address back");
    expect(await logIn(opened)).toMatchObject({ code: "user-not-found" });
    const undo = await linkTo(opened, email, notMineQuery);

    // Someone else got in: sets a password, codes, and another address.
    await sendAbout(imani, api.sendResetLink, rosa.uid);
    const reset = {
      [authExtras.token]: await linkTo(opened, to, "token"),
      newPassword: "eight pears",
    };
    const set = await app.inject({ method: "POST", url: apiPaths.resetPassword, payload: reset });
    expect(set.statusCode).toBe(200);
    expect((await change("third@example.com")).statusCode).toBe(200);
    const later = await linkTo(opened, to, notMineQuery);

    clock.now += hours(71);
    const page = await app.inject(`${paths.confirmEmail}?${notMineQuery}=${undo}`);
    expect(page.body).toContain("We were asked to change the login email of your account.");
    expect((await disown(opened, undo)).json()).toEqual({ isUndone: true });
    expect((await newest(opened))?.kind).toBe("email-change-undone");
    expect(await lastAct(opened)).toBe("Change of the email undone by link");
    expect(await logIn(opened, "third@example.com")).toMatchObject({ code: "user-not-found" });
    expect(await logIn(opened, email, reset.newPassword)).toMatchObject({ code: "wrong-password" });
    expect(await linkTo(opened, email, "token")).not.toBe("");
    for (const token of [undo, later]) {
      expect((await disown(opened, token)).json().code).toBe("link-expired");
    }
  });

  test("the owner of a mistyped new address gives the account its old one back", async () => {
    const opened = await openChecked(createDatabase);
    const { rosa, imani, clock } = opened;
    const to = "someone.else@example.com";
    await sendAbout(imani, api.changeEmail, rosa.uid, { email: to });
    const undo = await linkTo(opened, email, notMineQuery);
    expect((await disown(opened, await linkTo(opened, to, notMineQuery))).json()).toEqual({
      isUndone: false,
    });
    expect((await read(opened)).email).toBe(email);
    expect((await disown(opened, undo)).json().code).toBe("link-expired");
    // Of two changes only the newest is undone.
    await sendAbout(imani, api.changeEmail, rosa.uid, { email: "rosa.new@example.com" });
    clock.now += minutes(1);
    await sendAbout(imani, api.changeEmail, rosa.uid, { email: to });
    await disown(opened, await linkTo(opened, to, notMineQuery));
    expect((await read(opened)).email).toBe("rosa.new@example.com");
    await sendAbout(imani, api.changeEmail, rosa.uid, { email: to });
    const old = await linkTo(opened, email, notMineQuery);
    clock.now += hours(72);
    expect((await disown(opened, old)).json().code).toBe("link-expired");
    // Then a new link to the present address undoes nothing either.
    const account = { uid: rosa.uid, email: to };
    await opened.database.write((trx) => sendVerification(trx, opened.context, account));
    const late = await disown(opened, await linkTo(opened, to, notMineQuery));
    expect(late.json().code).toBe("account-in-use");
  });

  test("a lost second factor is removed by a coworker, or after a day, unless it is used", async () => {
    const opened = await openChecked(createDatabase);
    const { rosa, imani, clock, app, database } = opened;
    const ask = () => sendAbout(imani, api.askFactorRemoval, rosa.uid);
    expect((await ask()).json().code).toBe("case-changed");
    const codes = await turnOnCodes(rosa, clock.now);
    expect((await ask()).statusCode).toBe(200);
    expect((await ask()).json().code).toBe("case-changed");
    expect((await newest(opened))?.kind).toBe("factor-removal-asked");
    expect((await read(opened)).login.factorRemoval?.askedBy).toBe(imani.id);
    const own = await sendAbout(imani, api.confirmFactorRemoval, rosa.uid);
    expect([own.statusCode, own.json().message]).toEqual([
      403,
      "A coworker has to confirm what you asked for.",
    ]);

    // She finds her phone.
    const first = await app.inject({
      method: "POST",
      url: apiPaths.login,
      payload: { email, password },
    });
    const cookie = first.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    clock.now += minutes(1);
    const payload = { code: codeOf(codes.secret, clock.now) };
    const entry = {
      method: "POST",
      url: apiPaths.loginCode,
      headers: { cookie },
      payload,
    } as const;
    expect((await app.inject(entry)).json().state).toBe("signed-in");
    expect((await newest(opened))?.kind).toBe("factor-removal-canceled");
    expect((await read(opened)).login.factorRemoval).toBeNull();

    await ask();
    const paul = await signInStaff(opened, ["agent"], "Paul Eriksen");
    expect((await sendAbout(paul, api.cancelFactorRemoval, rosa.uid)).statusCode).toBe(200);
    const none = await sendAbout(paul, api.confirmFactorRemoval, rosa.uid);
    expect(none.json().code).toBe("case-changed");
    await ask();
    expect((await sendAbout(paul, api.confirmFactorRemoval, rosa.uid)).statusCode).toBe(200);
    expect((await newest(opened))?.kind).toBe("codes-off-by-staff");
    expect(await logIn(opened)).toMatchObject({ state: "signed-in" });

    const removal = { uid: rosa.uid, asked_by: imani.id, asked_at: clock.now };
    await database.write(async (trx) => {
      await trx.insertInto("second_factor_removals").values(removal).execute();
      const on = { totp_secret: codes.secret, totp_enabled_at: clock.now };
      await trx.updateTable("accounts").set(on).where("uid", "=", rosa.uid).execute();
    });
    clock.now += hours(24) - 1;
    await removeDueFactors(opened.context);
    expect(await logIn(opened)).toEqual({ state: "code-needed" });
    clock.now += 1;
    await removeDueFactors(opened.context);
    expect(await logIn(opened)).toMatchObject({ state: "signed-in" });
    expect(await lastAct(opened)).toBe(
      "Removed the second factor, 24 hours after it was asked for",
    );
  });

  // No database changes the rest.
  if (engine !== "sqlite") return;

  test("a customer who calls is added, and chooses a password by the emailed link", async () => {
    const testApp = await openTestApp(createDatabase);
    const { clock, app } = testApp;
    const imani = await signInStaff(testApp, ["agent"], "Imani Bell");
    const { method, path } = readEndpoint(api.add);
    const add = (more: object) =>
      imani.request(method, path, {
        firstName: "Helen",
        lastName: "Brooks",
        email: "helen@example.com",
        phone: "303-555-0142",
        addressLine1: "9 Elm Street",
        city: "Boulder",
        state: "CO",
        zip: "80301",
        ...more,
      });
    expect((await add({ phone: "none", state: "Colorado?" })).json().fields).toEqual({
      phone: "Phone number is invalid.",
      state: expect.any(String),
    });
    const { id } = (await add({})).json();
    expect((await add({ email: "HELEN@example.com" })).json().fields).toEqual({
      email: "A customer has this email already.",
    });
    expect(await newest(testApp)).toMatchObject({
      kind: "added-by-staff",
      recipient: "helen@example.com",
    });
    expect(await lastAct(testApp)).toBe("Added the customer");
    const token = await linkTo(testApp, "helen@example.com", "token");
    clock.now += hours(71);
    const payload = { newPassword: "eight pears", [authExtras.token]: token };
    const set = await app.inject({ method: "POST", url: apiPaths.resetPassword, payload });
    expect(set.statusCode).toBe(200);
    expect(await logIn(testApp, "helen@example.com", "eight pears")).toMatchObject({
      state: "signed-in",
    });
    const fresh = await signInStaff(testApp, ["agent"], "Paul Eriksen");
    const read = await sendAbout(fresh, customerEndpoints.read, id);
    expect(read.json()).toMatchObject({
      name: "Helen Brooks",
      address: { line1: "9 Elm Street", city: "Boulder" },
      login: { confirmedAt: expect.any(String) },
    });
  });

  test("links, sessions and corrections are recorded, and the customer is told", async () => {
    const opened = await openChecked(createDatabase);
    const { rosa, imani, database } = opened;
    expect((await sendAbout(imani, api.sendResetLink, rosa.uid)).statusCode).toBe(200);
    expect(await newest(opened)).toMatchObject({ kind: "reset-password", recipient: email });
    expect((await sendAbout(imani, api.sendConfirmation, rosa.uid)).json().code).toBe(
      "case-changed",
    );
    await database.write((trx) =>
      trx.updateTable("accounts").set({ email_verified_at: null }).execute(),
    );
    expect((await sendAbout(imani, api.sendConfirmation, rosa.uid)).statusCode).toBe(200);
    expect((await newest(opened))?.kind).toBe("verify-email");
    expect((await sendAbout(imani, api.endSessions, rosa.uid)).statusCode).toBe(200);
    expect((await newest(opened))?.kind).toBe("sessions-ended-by-staff");
    expect((await read(opened)).login.sessions).toEqual([]);
    // Without sessions nothing ends, and nobody is told; links are as limited as the owner's.
    const count = (await readEmails(database)).length;
    await sendAbout(imani, api.endSessions, rosa.uid);
    expect(await readEmails(database)).toHaveLength(count);

    const { version } = await read(opened);
    const correct = (changes: object, based = version) =>
      sendAbout(imani, api.correct, rosa.uid, { version: based, changes });
    expect((await correct({ state: "Colorado?" })).json().fields).toHaveProperty("state");
    expect((await correct({ emailAddress: "x@example.com" })).json().code).toBe("malformed");
    expect((await correct({ lastName: "Delgado", phoneNumber: "303 555 0199" })).statusCode).toBe(
      200,
    );
    expect(await newest(opened)).toMatchObject({ kind: "corrected-by-staff" });
    expect((await newest(opened))?.text).toContain("What we changed: Last name, Phone.");
    expect(await read(opened)).toMatchObject({ lastName: "Delgado", phone: "303-555-0199" });
    expect((await correct({ city: "Denver" })).json().code).toBe("case-changed");
    const acts = (await readAudit(opened))
      .slice(-6)
      .map(([kind, actor, what]) => [kind, actor, what]);
    expect(acts.filter(([kind]) => kind === "change")).toEqual([
      ["change", "Imani Bell", "Sent a link to set a new password"],
      ["change", "Imani Bell", "Sent the link that confirms the email again"],
      ["change", "Imani Bell", "Ended all sessions: 1"],
      ["change", "Imani Bell", "Ended all sessions: 0"],
      ["change", "Imani Bell", "Corrected: Last name, Phone"],
    ]);
    const codes: string[] = [];
    while (codes.length < 20 && codes.at(-1) !== "too-many") {
      codes.push((await sendAbout(imani, api.sendResetLink, rosa.uid)).json().code ?? "sent");
    }
    expect(codes.at(-1)).toBe("too-many");
  });
});
