import { expect, test } from "vitest";
import { apiPaths } from "../../../../../tests/support/api-paths.ts";
import { sendAbout } from "../../../../../tests/support/callers.ts";
import { type CreateDatabase, describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { readEmails } from "../../../../../tests/support/emails.ts";
import { signUp } from "../../../../../tests/support/portal.ts";
import { readAudit, signInStaff } from "../../../../../tests/support/staff.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";
import { readEndpoint } from "../../../../platform/contract/define-endpoint.ts";
import { days, hours } from "../../../../platform/contract/durations.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { callEndpoints } from "../../../messages/contract/calls.ts";
import { commandLine } from "../../../staff/server/write-audit.ts";
import { consentQuestion } from "../../../texts/contract/consent.ts";
import {
  accountEndpoints as api,
  letterCodeDays,
  type WelcomeLetter,
} from "../../contract/account-actions.ts";
import { customerEndpoints } from "../../contract/customers.ts";
import { mergeAccounts } from "../merges/merge-accounts.ts";

const email = "rose@example.com";
const newPassword = "eight pears";

/** Rose O’Neill, who called and has neither email nor phone. */
async function openWithRose(createDatabase: CreateDatabase) {
  const testApp = await openTestApp(createDatabase);
  const { app, database } = testApp;
  const imani = await signInStaff(testApp, ["agent"], "Imani Bell");
  const add = (more: object) =>
    imani.request(readEndpoint(api.add).method, readEndpoint(api.add).path, {
      firstName: "Rose",
      lastName: "O’Neill",
      email: "",
      phone: "",
      addressLine1: "9 Elm Street",
      city: "Boulder",
      state: "CO",
      zip: "80301",
      welcome: "letter",
      ...more,
    });
  const welcome = (id: string, by: string) => sendAbout(imani, api.welcome, id, { by });
  return {
    ...testApp,
    imani,
    add,
    welcome,
    addRose: async (more: object = {}): Promise<string> => (await add(more)).json().id,
    write: async (id: string): Promise<WelcomeLetter> =>
      (await welcome(id, "letter")).json().letter,
    choose: (values: object) =>
      app.inject({
        method: "POST",
        url: apiPaths.welcome,
        payload: { lastName: "oneill", zip: "80301", email, newPassword, ...values },
      }),
    read: async (id: string) => (await sendAbout(imani, customerEndpoints.read, id)).json(),
    logIn: async () =>
      (
        await app.inject({
          method: "POST",
          url: apiPaths.login,
          payload: { email, password: newPassword },
        })
      ).statusCode,
    findLink: () =>
      database.db.selectFrom("texts").select(["body", "link"]).executeTakeFirstOrThrow(),
  };
}

describeEachDialect("a customer whom staff added", (_open, createDatabase, engine) => {
  test("without an email gets a letter, whose code sets email and password once", async () => {
    const opened = await openWithRose(createDatabase);
    const { database, imani, welcome, write, choose, read, logIn } = opened;
    const id = await opened.addRose();
    expect(await read(id)).toMatchObject({ email: "", phone: "", isAdded: true });
    const letter = await write(id);
    expect(letter).toMatchObject({
      name: "Rose O'Neill",
      address: ["9 Elm Street", "Boulder, CO 80301"],
      page: expect.stringMatching(/\/welcome$/),
      code: expect.stringMatching(/^[2-9A-Y]{5}-[2-9A-Y]{5}$/),
      email: "",
    });
    // Nothing is sent to the address that only we have.
    expect(await readEmails(database)).toEqual([]);
    const stored = await database.db.selectFrom("one_time_tokens").selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(letter.code);
    // A call is on her page, and she cannot be emailed.
    const recipient = await sendAbout(imani, callEndpoints.readRecipient, `customer.${id}`);
    expect(recipient.json()).toMatchObject({ hasEmail: false });

    const code = letter.code.replace("-", " ").toLowerCase();
    expect((await choose({ code })).statusCode).toBe(200);
    expect(await logIn()).toBe(200);
    expect((await choose({ code })).json().code).toBe("welcome-refused");
    expect(await read(id)).toMatchObject({ email, isAdded: false, login: { confirmedAt: null } });
    const kinds = (await readEmails(database)).map((one) => [one.kind, one.recipient]);
    expect(kinds).toEqual([
      ["verify-email", email],
      ["password-chosen", email],
    ]);
    // From now on no letter opens it.
    for (const by of ["letter", "text", "email"]) {
      expect((await welcome(id, by)).json().code).toBe("case-changed");
    }
    const acts = (await readAudit(opened)).map(([, , what]) => what);
    expect(acts).toEqual(
      expect.arrayContaining([
        "Added the customer",
        "Made a letter with a code to choose a password",
        "Password chosen with the code of a letter or text",
      ]),
    );
  });

  test("gets the code as a link by text, after a yes to texts", async () => {
    const opened = await openWithRose(createDatabase);
    const { app, database, add, choose, logIn, findLink } = opened;
    const text = { welcome: "text", phone: "303-555-0142" };
    expect((await add(text)).json().fields.welcome).toContain("has not agreed to texts");
    expect(await database.db.selectFrom("accounts").select("uid").execute()).toEqual([]);
    const id = (await add({ ...text, agreed: "yes" })).json().id;
    const consents = await database.db.selectFrom("text_consents").selectAll().execute();
    expect(consents).toEqual([
      expect.objectContaining({ uid: id, words: consentQuestion, source: "call" }),
    ]);
    const { link } = await findLink();
    const { pathname, searchParams } = new URL(link ?? "");
    expect(pathname).toBe(paths.welcome);
    const code = searchParams.get("token") ?? "";
    const page = await app.inject({ url: `${pathname}?token=${code}` });
    expect(page.body).toContain(code);
    expect((await choose({ code })).statusCode).toBe(200);
    expect(await logIn()).toBe(200);
  });

  test("gets no code without a ZIP code, nor once merged with an account that has a password", async () => {
    const { app, database, clock, addRose, welcome, write, choose } =
      await openWithRose(createDatabase);
    const id = await addRose();
    const setZip = (zip: string) =>
      database.write((trx) =>
        trx.updateTable("profiles").set({ zip }).where("uid", "=", id).execute(),
      );
    await setZip("");
    expect((await welcome(id, "letter")).json().fields.welcome).toContain("ZIP code");
    await setZip("80301");
    const { code } = await write(id);
    const { uid: other } = await signUp(app);
    const acting = { by: commandLine, now: clock.now };
    await database.write((trx) => mergeAccounts({ kept: id, other }, { trx, ...acting }));
    expect((await welcome(id, "letter")).json().code).toBe("case-changed");
    expect((await choose({ code })).json().code).toBe("welcome-refused");
  });

  if (engine !== "sqlite") return;

  test("is refused with anything wrong, and the reason is not told", async () => {
    const opened = await openWithRose(createDatabase);
    const { clock, write, choose, imani } = opened;
    const id = await opened.addRose({ email });
    const former = await write(id);
    const { code } = await write(id);
    const reject = async (values: object) => {
      const { statusCode, ...response } = await choose({ code, ...values });
      expect([values, statusCode, response.json().code]).toEqual([values, 401, "welcome-refused"]);
    };
    await reject({ code: former.code });
    await reject({ code: "22222-22222" });
    await reject({ lastName: "Neill" });
    await reject({ zip: "80302" });
    await reject({ email: "other@example.com" });
    await sendAbout(imani, api.lock, id, { reason: "Two people called" });
    await reject({});
    // Five tries an hour for one code, wherever they come from.
    await reject({});
    expect((await choose({ code })).json().code).toBe("too-many");
    clock.now += hours(2);
    await sendAbout(imani, api.unlock, id);
    await reject({});
    expect((await choose({ code, email: "" })).json().fields).toEqual({
      email: "Email is required.",
    });

    const other = await openWithRose(createDatabase);
    const late = await other.write(await other.addRose());
    await other.addRose({ firstName: "Ann", email: "ann@example.com", welcome: "email" });
    const taken = await other.choose({ code: late.code, email: "ANN@example.com" });
    expect(taken.json().code).toBe("email-already-in-use");
    other.clock.now += days(letterCodeDays);
    expect((await other.choose({ code: late.code })).json().code).toBe("welcome-refused");
  });

  test.each<[string, object, object]>([
    ["an email", { welcome: "email" }, { email: "Email is required." }],
    ["a phone", { welcome: "text" }, { phone: "Phone is required." }],
    ["an address", { addressLine1: "" }, { addressLine1: "Address is required." }],
  ])("is not added without %s that the way to the password needs", async (_what, more, fields) => {
    const { add } = await openWithRose(createDatabase);
    expect((await add(more)).json().fields).toEqual(fields);
  });
});
