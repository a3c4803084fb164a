import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { readEmails } from "../../../../../tests/support/emails.ts";
import {
  askForDeletion,
  changePrivacyRequest,
  pressLink,
  readPrivacyRequest,
} from "../../../../../tests/support/privacy.ts";
import { signInStaff } from "../../../../../tests/support/staff.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";
import { pathOf, withId } from "../../../../platform/contract/define-endpoint.ts";
import { days } from "../../../../platform/contract/durations.ts";
import { claimTasks } from "../../../../platform/server/jobs/queue.ts";
import { composeEmail } from "../../../../platform/server/mail/compose.ts";
import { queueEmail } from "../../../../platform/server/mail/outbox.ts";
import { emailQueue, settleEmail } from "../../../../platform/server/mail/queries.ts";
import { privacyEndpoints } from "../../contract/endpoints.ts";
import { standardLetters } from "../../contract/letters.ts";
import { runLetters } from "../desk/routes.ts";
import { finishDeletionRequest } from "./deletion-requests.ts";

const extend = { reason: "We need more information from you." };

describeEachDialect("letters about requests", (_open, createDatabase, engine) => {
  test("leave nothing in the outbox after a deletion; an abandoned one can be sent again", async () => {
    const testApp = await openTestApp(createDatabase);
    const { clock, context, database } = testApp;
    const imani = await signInStaff(testApp, ["privacy"], "Imani Bell");
    const reference = await askForDeletion(testApp);
    const settle = async (isSent: boolean) => {
      const claimed = await claimTasks(emailQueue, database, 50, clock.now);
      for (const email of claimed) {
        const failed = { failedAt: clock.now, failure: "5.1.1" };
        await settleEmail(database, email, isSent ? { sentAt: clock.now } : failed);
      }
      await runLetters(context);
    };
    await settle(false);
    const [letter] = (await readPrivacyRequest(imani, reference)).letters;
    // A second abandoned email, of something else, is not sent again with it.
    await database.write(async (trx) => {
      const lines = ["Hello,"];
      const email = { kind: "message-copy", recipient: "ed@example.com", subject: "Hello", lines };
      await queueEmail(trx, composeEmail(email), clock.now);
      await trx
        .updateTable("mail_outbox")
        .set({ failed_at: clock.now })
        .where("kind", "=", "message-copy")
        .execute();
    });
    expect(letter?.delivery).toMatchObject({
      state: "failed",
      reason: "There is no such mailbox. Check the address (5.1.1)",
    });
    const url = pathOf(withId(privacyEndpoints.retry, letter?.id ?? ""));
    expect((await imani.request("POST", url)).json().letters).toMatchObject([
      { delivery: { state: "waiting" } },
    ]);
    const failedAt = async () =>
      (
        await database.db
          .selectFrom("mail_outbox")
          .select("failed_at")
          .where("kind", "=", "message-copy")
          .executeTakeFirstOrThrow()
      ).failed_at;
    expect(await failedAt()).toBe(clock.now);
    expect((await imani.request("POST", url)).statusCode).toBe(404);
    await settle(true);
    await database.write((trx) => finishDeletionRequest(trx, reference, clock.now));
    await settle(true);
    const kinds = await database.db.selectFrom("mail_outbox").select("kind").execute();
    expect(kinds.map(({ kind }) => kind)).not.toContain("privacy-deleted");
    expect((await readPrivacyRequest(imani, reference)).letters).toMatchObject([
      { delivery: { state: "sent" } },
      { title: "It is done", delivery: { state: "sent" } },
    ]);
  });

  test("not sent before a deletion are shown as withdrawn, never as sent", async () => {
    const testApp = await openTestApp(createDatabase);
    const imani = await signInStaff(testApp, ["privacy"], "Imani Bell");
    const reference = await askForDeletion(testApp);
    await pressLink(testApp, reference);
    const { held } = await readPrivacyRequest(imani, reference);
    const decision = { expected: held?.deleted ?? 0, also: [] };
    expect((await changePrivacyRequest(imani, "delete", reference, decision)).statusCode).toBe(200);
    await runLetters(testApp.context);
    expect((await readPrivacyRequest(imani, reference)).letters).toMatchObject([
      { delivery: { state: "failed" } },
      { title: "It is done", delivery: { state: "waiting" } },
    ]);
  });

  test("with a link go to an address five times a day, also by staff; another address has its own", async () => {
    const testApp = await openTestApp(createDatabase);
    const imani = await signInStaff(testApp, ["privacy"], "Imani Bell");
    const reference = await askForDeletion(testApp);
    const again = async (one = reference) =>
      (await changePrivacyRequest(imani, "sendLink", one)).statusCode;
    for (const status of [200, 200, 200, 200, 429]) expect(await again()).toBe(status);
    const other = { kind: "deletion", name: "Theo", email: "theo@example.com", source: "phone" };
    const added = await imani.request("POST", pathOf(privacyEndpoints.add), other);
    expect(await again(added.json().reference)).toBe(200);
    testApp.clock.now += days(1);
    const later = await signInStaff(testApp, ["privacy"], "Gil Moss");
    const next = await changePrivacyRequest(later, "sendLink", reference);
    expect(next.statusCode).toBe(200);
  });

  if (engine !== "sqlite") return;

  test("use the text of a shared template with their name, if it has no blanks", async () => {
    const testApp = await openTestApp(createDatabase);
    const imani = await signInStaff(testApp, ["privacy"], "Imani Bell");
    const save = (id: string, text: string, isShared: number) =>
      testApp.database.write((trx) =>
        trx
          .insertInto("reply_templates")
          .values({
            topic: id.startsWith("applicants") ? "application" : "case",
            id,
            staff_id: imani.id,
            name: standardLetters.extended.title,
            text,
            is_shared: isShared,
            changed_at: 0,
          })
          .onConflict((conflict) => conflict.column("id").doUpdateSet({ text }))
          .execute(),
      );
    const lastText = async () => (await readEmails(testApp.database)).at(-1)?.text ?? "";
    await save("own", "Mine alone", 0);
    await save("applicants", "For applicants", 1);
    await save("shared", "Patience, {{first name}}: {{reason}}", 1);
    const reference = await askForDeletion(testApp);
    await pressLink(testApp, reference);
    await changePrivacyRequest(imani, "extend", reference, extend);
    expect(await lastText()).toContain("Patience, Ruth: We need more information from you.");
    await testApp.database.write((trx) =>
      trx.updateTable("privacy_cases").set({ extended_at: null }).execute(),
    );
    await save("shared", "Patience, {{name of dog}}", 1);
    await changePrivacyRequest(imani, "extend", reference, extend);
    expect(await lastText()).toContain("We need more time");
  });
});
