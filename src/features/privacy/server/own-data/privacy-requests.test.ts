import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import { findBrokenRows } from "../../../../../tests/support/broken-rows.ts";
import { submitForm } from "../../../../../tests/support/cases.ts";
import { postTo } from "../../../../../tests/support/conversations.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { readEmails } from "../../../../../tests/support/emails.ts";
import { validValues } from "../../../../../tests/support/form-values.ts";
import {
  askForDeletion,
  changePrivacyRequest,
  pressLink,
  privacyPathIn,
  readPrivacyRequest,
} from "../../../../../tests/support/privacy.ts";
import { signInStaff } from "../../../../../tests/support/staff.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";
import { pathOf } from "../../../../platform/contract/define-endpoint.ts";
import { days } from "../../../../platform/contract/durations.ts";
import { contactForm } from "../../../messages/contract/forms/contact.ts";
import { privacyLinkDays } from "../../contract/cases.ts";
import { privacyEndpoints } from "../../contract/endpoints.ts";
import { runLetters } from "../desk/routes.ts";

describeEachDialect(
  "the personal link of a request about data",
  (_open, createDatabase, engine) => {
    async function openSite() {
      const testApp = await openTestApp(createDatabase);
      testApp.clock.now = Date.UTC(2026, 10, 6, 16);
      const imani = await signInStaff(testApp, ["privacy"], "Imani Bell");
      return { testApp, imani };
    }

    test("confirms identity only by its button, and says so again on a second press", async () => {
      const { testApp, imani } = await openSite();
      const reference = await askForDeletion(testApp);
      const path = await privacyPathIn(testApp, "identity");
      const first = await testApp.app.inject(path);
      expect([first.statusCode, first.body.includes("Yes, it was me")]).toEqual([200, true]);
      expect(first.headers).toMatchObject({
        "cache-control": "no-store",
        "x-robots-tag": "noindex",
        "referrer-policy": "no-referrer",
      });
      expect(await readPrivacyRequest(imani, reference)).toMatchObject({
        status: "identity",
        version: 2,
      });
      for (let press = 0; press < 2; press += 1) {
        const pressed = await postTo(testApp, path, {});
        expect([pressed.statusCode, pressed.headers.location]).toEqual([303, path]);
      }
      expect((await testApp.app.inject(path)).body).toContain("Your identity is confirmed.");
      expect(await readPrivacyRequest(imani, reference)).toMatchObject({
        status: "checked",
        version: 3,
        identityHow: "link",
        letters: [{ pressedAt: new Date(testApp.clock.now).toISOString() }],
        log: [{ what: "The link was pressed. Step: identity checked" }, { what: "Sent the link" }],
      });
    });

    test("gives somebody without an account a copy in the form that customers get", async () => {
      const { testApp, imani } = await openSite();
      const email = "theo@example.com";
      await submitForm(testApp, { ...validValues(contactForm), email, message: "A stair lift?" });
      const add = { kind: "copy", name: "Theo", email, source: "letter" };
      const added = await imani.request("POST", pathOf(privacyEndpoints.add), add);
      const { reference } = added.json();
      const early = await changePrivacyRequest(imani, "sendCopy", reference);
      expect(early.statusCode).toBe(422);
      await pressLink(testApp, reference);
      await changePrivacyRequest(imani, "sendCopy", reference);
      const path = await privacyPathIn(testApp, "copy");
      const page = await testApp.app.inject(path);
      expect(page.body).toContain(`action="${path}/copy"`);
      const file = await postTo(testApp, `${path}/copy`, {});
      expect(file.headers).toMatchObject({
        "content-type": "application/zip",
        "cache-control": "no-store",
        "content-disposition": expect.stringContaining("attachment"),
      });
      const files = unzipSync(new Uint8Array(file.rawPayload));
      expect(Object.keys(files)).toEqual(["my-data.json", "my-data.html"]);
      expect(new TextDecoder().decode(files["my-data.html"])).toContain("A stair lift?");
      const data = JSON.parse(new TextDecoder().decode(files["my-data.json"]));
      expect(data).toMatchObject({
        newsletter: [],
        messages: [{ form: contactForm.collection, data: { message: "A stair lift?" } }],
        requestsAboutData: [{ kind: "copy", reference }],
      });
      expect(data).not.toHaveProperty("account");
      expect((await readPrivacyRequest(imani, reference)).log[0]).toMatchObject({
        what: "The copy was downloaded",
      });
      const other = await postTo(testApp, "/your-data/x/copy", {});
      expect(other.statusCode).toBe(404);
      // Sending again invalidates the former link.
      await changePrivacyRequest(imani, "sendCopy", reference);
      expect((await testApp.app.inject(path)).statusCode).toBe(404);
    });

    test("accepts one appeal, which another staff member decides within 45 days", async () => {
      const { testApp, imani } = await openSite();
      const reference = await askForDeletion(testApp);
      const reason = "We could not confirm your identity.";
      const identity = await privacyPathIn(testApp, "identity");
      await changePrivacyRequest(imani, "assign", reference, { staffId: imani.id });
      const denied = await changePrivacyRequest(imani, "deny", reference, { reason });
      expect(denied.json()).toMatchObject({ status: "denied", denialReason: reason, held: null });
      expect((await testApp.app.inject(identity)).statusCode).toBe(404);
      testApp.clock.now += days(7);
      const path = await privacyPathIn(testApp, "denied");
      expect((await testApp.app.inject(path)).body).toContain(reason);
      const empty = await postTo(testApp, path, { message: " " });
      expect([empty.statusCode, empty.body.includes("Please write what we should")]).toEqual([
        422,
        true,
      ]);
      const text = "It is me. Here is my support ID.";
      expect((await postTo(testApp, path, { message: text })).statusCode).toBe(303);
      await postTo(testApp, path, { message: "Once more" });
      expect((await testApp.app.inject(path)).body).toContain("We are looking at it again");
      const imaniLater = await signInStaff(testApp, ["privacy"], "Imani Later");
      const gil = await signInStaff(testApp, ["privacy"], "Gil Moss");
      const appealed = await readPrivacyRequest(gil, reference);
      expect(appealed).toMatchObject({
        status: "appeal",
        assigneeId: null,
        daysLeft: 45,
        days: 45,
        appeal: { text, decidedAt: null },
      });
      expect(await findBrokenRows(testApp.database)).toEqual([]);
      await testApp.database.write((trx) =>
        trx.updateTable("privacy_cases").set({ closed_by: imaniLater.id }).execute(),
      );
      const decision = { isGranted: true, reason: "You sent us your ID." };
      const own = await changePrivacyRequest(imaniLater, "decideAppeal", reference, decision);
      expect(own.json().message).toContain("a coworker has to decide");
      expect((await changePrivacyRequest(gil, "take", reference)).statusCode).toBe(200);
      const granted = await changePrivacyRequest(gil, "decideAppeal", reference, decision);
      expect(granted.json()).toMatchObject({
        status: "received",
        assigneeId: gil.id,
        daysLeft: 45,
      });
      expect(await findBrokenRows(testApp.database)).toEqual([]);
      expect((await testApp.app.inject(path)).statusCode).toBe(404);
      await runLetters(testApp.context);
      expect(await readPrivacyRequest(gil, reference)).toMatchObject({ status: "received" });
      const again = await changePrivacyRequest(gil, "deny", reference, { reason });
      expect(again.json()).toMatchObject({ status: "denied" });
      // Its message was closed with the first decision.
      const changes = testApp.database.db.selectFrom("events").where("subject", "=", "case");
      expect(await changes.select(["kind", "data"]).execute()).toEqual([
        { kind: "case.status", data: JSON.stringify({ from: "new", to: "done" }) },
      ]);
      // Without a link to appeal once more.
      expect((await readEmails(testApp.database)).at(-1)?.kind).toBe("privacy-appeal-denied");
    });

    if (engine !== "sqlite") return;

    test("looks the same whether it is wrong, expired or of a deleted request", async () => {
      const { testApp } = await openSite();
      await askForDeletion(testApp);
      const path = await privacyPathIn(testApp, "identity");
      const wrong = await testApp.app.inject(`/your-data/${"x".repeat(43)}`);
      testApp.clock.now += days(privacyLinkDays.identity);
      const expired = await testApp.app.inject(path);
      const pressed = await postTo(testApp, path, {});
      testApp.clock.now -= days(1);
      await testApp.database.write((trx) => trx.deleteFrom("submissions").execute());
      const deleted = await testApp.app.inject(path);
      for (const { statusCode, body } of [wrong, expired, pressed, deleted]) {
        expect([statusCode, body === wrong.body]).toEqual([404, true]);
      }
    });

    test("keeps its token out of the log", async () => {
      const lines: string[] = [];
      const logs = { write: (line: string) => void lines.push(line) };
      const testApp = await openTestApp(createDatabase, { LOG_LEVEL: "trace" }, logs);
      await askForDeletion(testApp);
      const path = await privacyPathIn(testApp, "identity");
      await testApp.app.inject(path);
      await postTo(testApp, `${path}/copy`, {});
      expect(lines.length).toBeGreaterThan(1);
      expect(lines.join("")).not.toContain(path.slice(-40));
    });
  },
);
