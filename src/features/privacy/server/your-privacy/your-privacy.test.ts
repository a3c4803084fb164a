import { expect, test } from "vitest";
import { postTo } from "../../../../../tests/support/conversations.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { readEmails } from "../../../../../tests/support/emails.ts";
import { pdfFile } from "../../../../../tests/support/pdf-files.ts";
import { signUp } from "../../../../../tests/support/portal.ts";
import {
  changePrivacyRequest as change,
  privacyPathIn,
  readPrivacyRequest as read,
} from "../../../../../tests/support/privacy.ts";
import { signInStaff } from "../../../../../tests/support/staff.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { pathOf, withId } from "../../../../platform/contract/define-endpoint.ts";
import { days } from "../../../../platform/contract/durations.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import type { PrivacyKind } from "../../contract/cases.ts";
import { privacyEndpoints } from "../../contract/endpoints.ts";
import { privacyData } from "../data.ts";
import { isOptedOut } from "../requests/opt-outs.ts";

const page = paths.yourPrivacy;
const ruth = { name: "Ruth Abernathy", email: "Ruth@Example.com" };
const agent = { agentName: "Priya Shah", agentEmail: "priya@example.com", agentRole: "Lawyer" };

/** Asks on the page. @returns the reference, or the status of a rejection */
async function ask(testApp: TestApp, kind: PrivacyKind, values: Record<string, string> = {}) {
  const sent = await postTo(testApp, page, { act: "ask", ask: kind, ...ruth, ...values });
  return String(sent.headers.location ?? sent.statusCode).replace(`${page}?sent=`, "");
}

/** Those words that a page does not say. React separates texts with comments. */
const missingIn = ({ body }: { readonly body: string }, ...words: readonly string[]) => {
  const text = body.replaceAll("<!-- -->", "");
  return words.filter((one) => !text.includes(one));
};

/** Kinds of letters and their recipients, the oldest first. */
const letters = async (testApp: TestApp) =>
  (await readEmails(testApp.database))
    .filter(({ kind }) => kind.startsWith("privacy-"))
    .map(({ kind, recipient }) => `${kind.slice(8)} ${recipient}`);

const sendAuthorityFile = ({ app }: TestApp, path: string, bytes: Buffer) =>
  app.inject({
    method: "POST",
    url: `${path}/authority`,
    headers: {
      "content-type": "multipart/form-data; boundary=x",
      "sec-fetch-site": "same-origin",
    },
    payload: Buffer.concat([
      Buffer.from(
        '--x\r\ncontent-disposition: form-data; name="file"; filename="poa.pdf"\r\ncontent-type: application/pdf\r\n\r\n',
      ),
      bytes,
      Buffer.from("\r\n--x--\r\n"),
    ]),
  });

describeEachDialect("/your-privacy", (_open, createDatabase, engine) => {
  async function openSite() {
    const testApp = await openTestApp(createDatabase);
    testApp.clock.now = Date.UTC(2026, 10, 6, 16);
    const imani = await signInStaff(testApp, ["privacy"], "Imani Bell");
    return { testApp, imani };
  }

  test("an agent's deletion needs the person's press and an accepted proof", async () => {
    const { testApp, imani } = await openSite();
    const details = "Also old@example.com";
    const reference = await ask(testApp, "deletion", { for: "other", details, ...agent });
    for (const { text } of await readEmails(testApp.database))
      expect(["Priya", "Shah", "Ruth", details].filter((one) => text.includes(one))).toEqual([]);
    expect(await letters(testApp)).toEqual([
      "agent priya@example.com",
      "identity ruth@example.com",
    ]);
    const [own, theirs] = [
      await privacyPathIn(testApp, "agent"),
      await privacyPathIn(testApp, "identity"),
    ];
    const asked = await testApp.app.inject(theirs);
    expect(missingIn(asked, "Priya Shah", details, "Yes, I agree", "No, stop this")).toEqual([]);
    const bad = await sendAuthorityFile(testApp, own, Buffer.from("MZ program"));
    expect([bad.statusCode, bad.body.includes("poa.pdf")]).toEqual([415, false]);
    expect((await sendAuthorityFile(testApp, theirs, pdfFile())).statusCode).toBe(404);
    for (let file = 1; file <= 6; file += 1) {
      expect((await sendAuthorityFile(testApp, own, pdfFile())).statusCode).toBe(
        file < 6 ? 303 : 422,
      );
    }
    expect(missingIn(await testApp.app.inject(own), "poa.pdf")).toEqual([]);
    expect(missingIn(await testApp.app.inject(theirs), "poa.pdf")).toHaveLength(1);
    await postTo(testApp, theirs, {});
    const detail = await read(imani, reference);
    expect(detail).toMatchObject({
      status: "checked",
      isByAgent: true,
      agent: { name: "Priya Shah", email: "priya@example.com", role: "Lawyer", acceptedAt: null },
    });
    expect(detail.agent?.files).toHaveLength(5);
    const remove = async () => {
      const { held } = await read(imani, reference);
      return change(imani, "delete", reference, { expected: held?.deleted ?? 0, also: [] });
    };
    expect((await remove()).json().message).toBe("Accept the agent's proof first.");
    const file = pathOf(withId(privacyEndpoints.authorityFile, detail.agent?.files[0]?.id ?? ""));
    const download = await imani.request("GET", file);
    expect([download.statusCode, download.rawPayload.equals(pdfFile())]).toEqual([200, true]);
    expect((await change(imani, "acceptAuthority", reference)).statusCode).toBe(200);
    expect((await change(imani, "acceptAuthority", reference)).statusCode).toBe(422);
    expect((await remove()).json()).toMatchObject({ status: "done" });
    expect(missingIn(await testApp.app.inject(own), "Where it is: done")).toEqual([]);
    expect((await sendAuthorityFile(testApp, own, pdfFile())).statusCode).toBe(422);
  });

  test("a correction says what became of each field", async () => {
    const { testApp, imani } = await openSite();
    const values = { newName: "Ruth A. Miller", newPhone: "303-555-0199" };
    const reference = await ask(testApp, "correction", values);
    const path = await privacyPathIn(testApp, "identity");
    const asked = await testApp.app.inject(path);
    expect(missingIn(asked, "Ruth A. Miller", "303-555-0199", "Yes, it was me")).toEqual([]);
    const correct = (note: string) =>
      change(imani, "correct", reference, {
        outcomes: [
          { field: "newName", outcome: "changed", note: "" },
          { field: "newPhone", outcome: "kept", note },
        ],
      });
    expect((await correct("Not yours")).json().message).toContain("Confirm this person's identity");
    await postTo(testApp, path, {});
    const open = await testApp.app.inject(path);
    expect(missingIn(open, "We have not looked at it yet")).toEqual([]);
    expect((await correct("")).json().message).toContain("Say why Phone was not changed");
    expect((await correct("This number belongs to someone else.")).json()).toMatchObject({
      status: "done",
      corrections: [{ outcome: "changed" }, { outcome: "kept" }],
    });
    const email = (await readEmails(testApp.database)).at(-1);
    expect(email?.text).toContain("Name: changed.");
    expect(email?.text).toContain("Phone: not changed. This number belongs to someone else.");
    // The pressed link stays the page of the request, also once it is closed.
    testApp.clock.now += days(60);
    const closed = await testApp.app.inject(path);
    expect(missingIn(closed, "This number belongs to someone else.")).toEqual([]);
  });

  test.each([
    ["identity", "You withdrew your request.", "You stopped your request to delete your data."],
    ["agent", "Whoever asked for you", "Whoever asked for you stopped your request"],
  ])("a request is stopped on the page of %s, once, and says by whom", async (kind, why, told) => {
    const { testApp, imani } = await openSite();
    const reference = await ask(testApp, "deletion", { for: "other", ...agent });
    const path = await privacyPathIn(testApp, kind);
    for (let press = 0; press < 2; press += 1) await postTo(testApp, path, { act: "stop" });
    const { status, denialReason, identityAt } = await read(imani, reference);
    expect([status, denialReason.includes(why), identityAt]).toEqual(["denied", true, null]);
    expect(await letters(testApp)).toHaveLength(3);
    expect((await readEmails(testApp.database)).at(-1)?.text).toContain(told);
    // The reason is for the person, unless we know that the agent may ask.
    const page = await testApp.app.inject(path);
    expect(missingIn(page, why)).toHaveLength(kind === "agent" ? 1 : 0);
  });

  test("why we said no, and the files of an agent, are for those they concern", async () => {
    const { testApp, imani } = await openSite();
    const reference = await ask(testApp, "copy", { for: "other", ...agent });
    const path = await privacyPathIn(testApp, "agent");
    await sendAuthorityFile(testApp, path, pdfFile());
    const reason = "Ruth has an account under another address.";
    await change(imani, "deny", reference, { reason });
    const shown = async () => missingIn(await testApp.app.inject(path), reason).length === 0;
    expect(await shown()).toBe(false);
    expect(
      missingIn(await testApp.app.inject(await privacyPathIn(testApp, "denied")), reason),
    ).toEqual([]);
    await testApp.database.write((trx) =>
      trx.updateTable("privacy_cases").set({ authority_at: testApp.clock.now }).execute(),
    );
    expect(await shown()).toBe(true);
    const filesOf = async (email: string) =>
      (await privacyData.listFiles({ uid: null, email, sessionId: "" }, testApp.context)).map(
        ({ name, about }) => [name, about],
      );
    expect(await filesOf(agent.agentEmail)).toEqual([["my-authority-1.pdf", "poa.pdf"]]);
    expect(await filesOf("ruth@example.com")).toEqual([]);
  });

  test("a number is answered by email only, three times a day", async () => {
    const { testApp } = await openSite();
    const reference = await ask(testApp, "copy");
    await postTo(testApp, await privacyPathIn(testApp, "identity"), {});
    const find = (number: string) => postTo(testApp, page, { act: "find", reference: number });
    const unknown = await find("K7MP4R2X");
    expect([unknown.statusCode, missingIn(unknown, "We do not know this number")]).toEqual([
      422,
      [],
    ]);
    for (let time = 0; time < 5; time += 1) {
      const found = await find(` ${reference.toLowerCase().replace(/^..../, "$& ")}`);
      expect(found.headers.location).toContain("found=1");
      const shown = await testApp.app.inject(String(found.headers.location));
      expect(missingIn(shown, "Ruth", "ruth@")).toHaveLength(2);
    }
    const sent = await letters(testApp);
    expect(sent.filter((one) => one.startsWith("status"))).toHaveLength(3);
    const status = await testApp.app.inject(await privacyPathIn(testApp, "status"));
    expect(missingIn(status, "Where it is: confirmed")).toEqual([]);
  });

  test("the signal is shown, kept on the account with its date, and wins over the switch", async () => {
    const { testApp } = await openSite();
    const gpc = { "sec-gpc": "1" };
    const none = await testApp.app.inject(page);
    expect(missingIn(none, "Your browser sends no signal.")).toEqual([]);
    const anonymous = await testApp.app.inject({ url: page, headers: gpc });
    expect(missingIn(anonymous, "We honor it.</b> It sent the signal")).toEqual([]);
    expect(missingIn(anonymous, "November 6, 2026")).toEqual([]);
    const person = await signUp(testApp.app, { email: "ruth@example.com" });
    const show = (headers = {}) => person.request("GET", page, undefined, headers);
    expect(await isOptedOut(testApp.database.db, ["ruth@example.com"])).toBe(false);
    await show(gpc);
    testApp.clock.now += days(2);
    for (const headers of [gpc, {}])
      expect(missingIn(await show(headers), "November 6, 2026")).toEqual([]);
    expect(await isOptedOut(testApp.database.db, ["ruth@example.com"])).toBe(true);
    expect(await isOptedOut(testApp.database.db, ["other@example.com"])).toBe(false);
    const choose = async (act: string, headers = {}) => {
      const type = { "content-type": "application/x-www-form-urlencoded", ...headers };
      const payload = `act=${act}` as unknown as object;
      const { statusCode, cookies } = await person.request("POST", page, payload, type);
      return [statusCode, cookies.find(({ name }) => name === "no-sale")?.value];
    };
    expect(await choose("opt-in", gpc)).toEqual([303, "1"]);
    expect(await isOptedOut(testApp.database.db, ["ruth@example.com"])).toBe(true);
    expect(await choose("opt-in")).toEqual([303, ""]);
    expect(await isOptedOut(testApp.database.db, ["ruth@example.com"])).toBe(false);
    expect(missingIn(await show(), 'aria-checked="false"')).toEqual([]);
    expect(await choose("opt-out")).toEqual([303, "1"]);
    expect(missingIn(await show(), "On your account since November 8, 2026")).toEqual([]);
  });

  test("somebody else's account does not take back the opt-out of an address", async () => {
    const { testApp } = await openSite();
    await ask(testApp, "opt-out");
    const stranger = await signUp(testApp.app, { email: "ruth@example.com" });
    const type = { "content-type": "application/x-www-form-urlencoded" };
    await stranger.request("POST", page, "act=opt-in" as unknown as object, type);
    expect(await isOptedOut(testApp.database.db, ["ruth@example.com"])).toBe(true);
  });

  if (engine !== "sqlite") return;

  test.each([
    ["copy", {}, "identity", "identity ruth@example.com", true],
    [
      "deletion",
      { details: "Also old@example.com" },
      "identity",
      "identity ruth@example.com",
      true,
    ],
    ["correction", { newPhone: "303-555-0199" }, "identity", "identity ruth@example.com", true],
    ["opt-out", {}, "done", "opted-out ruth@example.com", false],
  ] as const)(
    "a %s request of the page is a case",
    async (kind, values, status, letter, isOpen) => {
      const { testApp, imani } = await openSite();
      const form = await testApp.app.inject(`${page}?ask=${kind}`);
      const [, key = ""] = /name="_key" value="([^"]+)"/.exec(form.body) ?? [];
      const reference = await ask(testApp, kind, { ...values, _key: key });
      // A second press is the same request.
      expect(await ask(testApp, kind, { ...values, _key: key })).toBe(reference);
      expect(await read(imani, reference)).toMatchObject({
        kind,
        source: "form",
        name: ruth.name,
        email: "ruth@example.com",
        status,
        days: 45,
        agent: null,
      });
      expect(await letters(testApp)).toEqual([letter.toLowerCase()]);
      const sent = await testApp.app.inject(`${page}?sent=${reference}`);
      const words = isOpen ? "We answer by December 21, 2026" : "It is done";
      expect(missingIn(sent, words)).toEqual([]);
      expect(sent.headers["cache-control"]).toBe("no-store");
    },
  );

  test("rejects what cannot be worked on, with the error at its field", async () => {
    const { testApp } = await openSite();
    for (const [kind, values, words] of [
      ["copy", { name: "", email: "x" }, "Name is required."],
      ["correction", {}, "Tell us at least one thing that is wrong."],
      ["deletion", { for: "other" }, "Enter your own name."],
      ["copy", { for: "other", agentName: "x".repeat(61) }, "must be 60 characters or fewer"],
      ["deletion", { details: "x".repeat(2001) }, "must be 2,000 characters or fewer"],
    ] as const) {
      const sent = await postTo(testApp, page, { act: "ask", ask: kind, ...ruth, ...values });
      expect([sent.statusCode, missingIn(sent, words)]).toEqual([422, []]);
    }
    for (const values of [
      { ask: "nothing" },
      { ask: "copy", _q7: "x" },
      { ask: "copy", other: "x" },
    ]) {
      expect((await postTo(testApp, page, { ...ruth, ...values })).statusCode).toBe(400);
    }
    expect(await letters(testApp)).toEqual([]);
  });
});
