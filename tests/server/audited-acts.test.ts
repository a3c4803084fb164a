import { expect, test } from "vitest";
import { contactEndpoints } from "../../src/features/messages/contract/contacts.ts";
import { caseEmailEndpoints } from "../../src/features/messages/contract/emails.ts";
import { inboxEndpoints } from "../../src/features/messages/contract/inbox-endpoints.ts";
import { newsletterEndpoints } from "../../src/features/newsletter/contract/newsletter-desk.ts";
import { listNewSignups } from "../../src/features/newsletter/server/list-new-signups.ts";
import {
  type privacyChanges,
  privacyEndpoints,
} from "../../src/features/privacy/contract/endpoints.ts";
import { retentionEndpoints } from "../../src/features/retention/contract/retention.ts";
import { type AnyEndpoint, pathOf, withId } from "../../src/platform/contract/define-endpoint.ts";
import { minutes } from "../../src/platform/contract/durations.ts";
import { audited } from "../expectations/audit.ts";
import { describeEachDialect } from "../support/dialects.ts";
import { composeRaw, handIn, inboundSettings, openMailCase } from "../support/inbound-mail.ts";
import { postSignup } from "../support/newsletter.ts";
import { askForDeletion, changePrivacyRequest } from "../support/privacy.ts";
import { readAudit, signInStaff } from "../support/staff.ts";
import { openTestApp } from "../support/test-app.ts";

const away = {
  Subject: "Automatic reply: Re: hello",
  "Auto-Submitted": "auto-replied",
};

describeEachDialect("the audit log", (_open, createDatabase) => {
  test("has every act that is written down, and nothing else", async () => {
    const settings = { ...inboundSettings, RATE_LIMITS: "off" };
    const testApp = await openTestApp(createDatabase, settings);
    const { reference, imani, edit, reply } = await openMailCase(testApp);
    const { to } = await reply("in-progress");
    await handIn(testApp, composeRaw({ To: to, ...away }, "I am out of the office."));
    // Imani opened the message for her reply, which counts for half an hour.
    testApp.clock.now += minutes(31);
    const paul = await signInStaff(testApp, ["agent"], "Paul Eriksen");
    const lena = await signInStaff(testApp, ["agent"], "Lena Sato");
    const gil = await signInStaff(testApp, ["privacy"], "Gil Moss");
    const nell = await signInStaff(testApp, ["newsletter"], "Nell Park");
    const ada = await signInStaff(testApp, ["admin"], "Ada Olsen");
    const deletion = await askForDeletion(testApp);
    for (const name of ["ann", "ed"]) await postSignup(testApp, `${name}@example.com`);
    while (await listNewSignups(testApp.context));
    const { db } = testApp.database;
    const email = await db
      .selectFrom("conversation_inbound_emails")
      .select("id")
      .executeTakeFirstOrThrow();
    const [ann, ed] = await db
      .selectFrom("newsletter_addresses")
      .select("id")
      .orderBy("email")
      .execute();
    const at = (endpoint: AnyEndpoint, id = reference) => pathOf(withId(endpoint, id));
    const requestAct = (name: keyof typeof privacyChanges, body?: object) =>
      changePrivacyRequest(gil, name, deletion, body);

    const acts: Readonly<Record<keyof typeof audited, () => Promise<unknown>>> = {
      "two coworkers open a message, each twice": async () => {
        for (const one of [imani, paul, imani, paul]) {
          await one.request("GET", at(inboxEndpoints.read));
        }
      },
      "an agent changes a status": () => edit({ status: "waiting" }),
      "an agent adds a tag": () => edit({ tags: ["billing"] }),
      "an agent writes a note": () =>
        imani.request("POST", at(inboxEndpoints.addNote), { text: "Call her.", mentions: [] }),
      "an agent writes a note on a customer": () =>
        imani.request("POST", at(contactEndpoints.addNote), { text: "Hears well.", mentions: [] }),
      "an agent downloads an email": () =>
        imani.request("GET", at(caseEmailEndpoints.original, email.id)),
      "an agent treats an automatic email as a message": () =>
        imani.request("POST", at(caseEmailEndpoints.treatAsMessage, email.id), {}),
      "an agent exports the inbox": () => lena.request("GET", at(inboxEndpoints.export)),
      "an agent asks for the list of deletion cases": () =>
        imani.request("GET", at(privacyEndpoints.list)),
      "an agent undoes a change": async () => {
        const { undo } = await edit({ status: "done" });
        await imani.request("POST", at(inboxEndpoints.undo), { undo });
      },
      "an agent keeps a message apart": () =>
        imani.request("PUT", at(contactEndpoints.separate), { isSeparate: true }),
      "a case is opened and taken": () => requestAct("take"),
      "a deadline is extended": () => requestAct("extend", { reason: "Busy." }),
      "a link is sent again": () => requestAct("sendLink"),
      "a letter is written": () =>
        requestAct("writeLetter", { title: "Hello", text: "We need your name." }),
      "a request is denied": () => requestAct("deny", { reason: "Not yours." }),
      "an address is suppressed": () =>
        nell.request("POST", at(newsletterEndpoints.suppress, ann?.id), { reason: "Bounces" }),
      "an address is removed": () => nell.request("POST", at(newsletterEndpoints.remove, ed?.id)),
      "the retention changes": () =>
        ada.request("PUT", at(retentionEndpoints.save), { rules: { ContactForm: 12 } }),
    };
    for (const [name, act] of Object.entries(acts)) {
      const before = (await readAudit(testApp)).length;
      await act();
      const lines = (await readAudit(testApp)).slice(before);
      expect([name, lines.map((line) => line.slice(0, 3))]).toEqual([name, audited[name]]);
    }
  });
});
