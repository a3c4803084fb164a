import { expect, test } from "vitest";
import { z } from "zod";
import { makeAllCases, submitForm } from "../../../../../tests/support/cases.ts";
import { indexAllApplications } from "../../../../../tests/support/desk-applications.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { validValues } from "../../../../../tests/support/form-values.ts";
import { postSignup } from "../../../../../tests/support/newsletter.ts";
import { askForDeletion, pressLink } from "../../../../../tests/support/privacy.ts";
import { TestBrowser } from "../../../../../tests/support/recruiting.ts";
import { signInStaff } from "../../../../../tests/support/staff.ts";
import { openWebhookSite, type WebhookSite } from "../../../../../tests/support/webhooks.ts";
import { type AnyEndpoint, pathOf, withId } from "../../../../platform/contract/define-endpoint.ts";
import { submissionExtras } from "../../../../platform/contract/form-engine/submission.ts";
import { inboxEndpoints } from "../../../messages/contract/inbox-endpoints.ts";
import { clearSpam, markAsSpam } from "../../../messages/server/forms/review.ts";
import { suppressAddress } from "../../../newsletter/server/addresses/suppress-address.ts";
import { listNewSignups } from "../../../newsletter/server/list-new-signups.ts";
import { dataDeletionForm } from "../../../privacy/contract/data-deletion.ts";
import { privacyEndpoints } from "../../../privacy/contract/endpoints.ts";
import { closePrivacyRequest } from "../../../privacy/server/requests/close-request.ts";
import { lockPrivacyRequest } from "../../../privacy/server/requests/privacy-case.ts";
import { tracks } from "../../../recruiting/contract/recruiting-endpoints.ts";
import { changeStatus } from "../../../recruiting/server/applications/status.ts";
import { webhookEndpoints } from "../../contract/webhooks.ts";
import { webhookPaths } from "../open-api.ts";

const helen = { name: "Helen Brandt", email: "helen@example.com", phone: "", message: "Hello" };

type JsonSchema = Parameters<typeof z.fromJSONSchema>[0];

/** The received events, as lines: "submission.created contact new". */
async function arrived(site: WebhookSite, ...names: readonly string[]): Promise<string[]> {
  await site.deliver();
  const lines = site.receiver.messages.map(({ json }) => {
    const { type, data } = json;
    // As /api/docs describes it.
    const body = webhookPaths()[type]?.post?.requestBody?.content["application/json"]?.schema;
    expect(z.fromJSONSchema(body as JsonSchema).safeParse(json).error).toBeUndefined();
    return [type, ...names.map((name) => data[name])].join(" ");
  });
  site.receiver.messages.length = 0;
  return lines.toSorted();
}

describeEachDialect("events", (_open, createDatabase) => {
  test("of messages: sent, changed, marked as spam and not, closed by the person", async () => {
    const site = await openWebhookSite(createDatabase);
    await site.add({ topics: ["submission"] });
    const reference = await submitForm(site, helen);
    const read = () => arrived(site, "status", "isSpam");
    await makeAllCases(site);
    await makeAllCases(site);
    expect(await read()).toEqual(["submission.created new false"]);
    const agent = await signInStaff(site, ["agent"]);
    const at = (endpoint: AnyEndpoint) => pathOf(withId(endpoint, reference));
    const change = { version: 1, edit: { status: "done" } };
    await agent.request("PATCH", at(inboxEndpoints.change), change);
    expect(await read()).toEqual(["submission.updated done false"]);
    await markAsSpam(site.database, reference, site.clock.now);
    expect(await read()).toEqual(["submission.updated done true"]);
    await clearSpam(site.database, reference, site.clock.now, site.context);
    expect(await read()).toEqual(["submission.created done false"]);
  });

  test("of spam are sent when staff clear it", async () => {
    const site = await openWebhookSite(createDatabase);
    await site.add();
    const reference = await submitForm(site, {
      ...helen,
      [submissionExtras.honeypot]: "https://spam.example",
    });
    const { db } = site.database;
    const stored = await db.selectFrom("submissions").select("spam_reason").executeTakeFirst();
    expect(stored?.spam_reason).not.toBeNull();
    await makeAllCases(site);
    expect(await arrived(site)).toEqual([]);
    // Nor of work on it.
    const agent = await signInStaff(site, ["agent"]);
    const path = pathOf(withId(inboxEndpoints.change, reference));
    await agent.request("PATCH", path, { version: 1, edit: { tags: ["looked at"] } });
    expect(await arrived(site)).toEqual([]);
    await clearSpam(site.database, reference, site.clock.now, site.context);
    expect(await arrived(site, "form")).toEqual(["submission.created contact"]);
  });

  test("of data deletion: received, each step, done", async () => {
    const site = await openWebhookSite(createDatabase);
    await site.add({ topics: ["deletion"], includesContents: true });
    const reference = await askForDeletion(site);
    await site.deliver();
    expect(site.receiver.messages[0]?.json.data.contents).toMatchObject({ name: "Ruth Abernathy" });
    expect(await arrived(site, "status")).toEqual([
      "deletion.received received",
      "deletion.updated identity",
    ]);
    await pressLink(site, reference);
    expect(await arrived(site, "reference", "status")).toEqual([
      `deletion.updated ${reference} checked`,
    ]);
    await site.database.write(async (trx) => {
      const request = await lockPrivacyRequest(trx, "reference", reference);
      await closePrivacyRequest(trx, request, "done", { closed_by: null }, site.clock.now);
    });
    expect(await arrived(site, "status")).toEqual(["deletion.done done"]);
  });

  test("of data deletion: none of spam, and none of a request for a copy", async () => {
    const site = await openWebhookSite(createDatabase);
    await site.add({ topics: ["deletion"] });
    const values = { ...validValues(dataDeletionForm), [submissionExtras.honeypot]: "x" };
    const reference = await submitForm(site, values, dataDeletionForm.collection);
    await makeAllCases(site);
    const gil = await signInStaff(site, ["privacy"], "Gil Moss");
    const copy = { kind: "copy", name: "Theo", email: "theo@example.com", source: "phone" };
    const added = await gil.request("POST", pathOf(privacyEndpoints.add), copy);
    expect(added.json()).toMatchObject({ status: "identity" });
    expect(await arrived(site)).toEqual([]);
    await clearSpam(site.database, reference, site.clock.now, site.context);
    expect(await arrived(site, "reference")).toEqual([`deletion.received ${reference}`]);
  });

  test("of subscribers: who signs up and who leaves, by id, with the address if requested", async () => {
    const site = await openWebhookSite(createDatabase);
    await site.add({ topics: ["subscriber"] });
    const full = await site.add({ topics: ["subscriber"], includesContents: true });
    const list = async () => {
      while (await listNewSignups(site.context));
    };
    await postSignup(site, "helen@example.com");
    await list();
    await site.deliver();
    const [first, second] = site.receiver.messages
      .map(({ json }) => json.data)
      .toSorted((one) => ("contents" in one ? 1 : -1));
    expect(JSON.stringify(first)).not.toContain("helen");
    expect(second).toMatchObject({ contents: { email: "helen@example.com" } });
    expect(await arrived(site, "state")).toEqual(Array(2).fill("subscriber.created reader"));
    await site.call(webhookEndpoints.remove, undefined, full.id);
    await site.database.write((trx) =>
      suppressAddress(trx, "helen@example.com", "Asked by phone", site.clock.now),
    );
    expect(await arrived(site, "state")).toEqual(["subscriber.removed suppressed"]);
  });

  test("of applications: sent and moved on", async () => {
    const site = await openWebhookSite(createDatabase);
    await site.add({ topics: ["application"] });
    const reference = await new TestBrowser(site.app).apply("care", tracks.care.intake);
    await indexAllApplications(site);
    const read = () => arrived(site, "track", "reference", "status");
    expect(await read()).toEqual([`application.created care ${reference} new`]);
    await changeStatus(reference, "screening", site.context);
    expect(await read()).toEqual([`application.updated care ${reference} screening`]);
  });

  test("are sent to endpoints that subscribe, and none from before they were added", async () => {
    const site = await openWebhookSite(createDatabase);
    await site.add({ topics: ["application"] });
    await submitForm(site, helen);
    await makeAllCases(site);
    await site.add({ topics: ["submission"] });
    expect(await arrived(site)).toEqual([]);
    await submitForm(site, { ...helen, message: "Later" });
    await makeAllCases(site);
    expect(await arrived(site)).toEqual(["submission.created"]);
  });
});
