import type { Page } from "playwright-core";
import { Webhook } from "standardwebhooks";
import { describe, expect } from "vitest";
import { recordsApiEndpoints } from "../../src/features/integrations/contract/records-api.ts";
import { pathOf } from "../../src/platform/contract/define-endpoint.ts";
import { deskPaths } from "../../src/platform/contract/desk/paths.ts";
import { days, minutes } from "../../src/platform/contract/durations.ts";
import { findCutOff, scaleText } from "../support/a11y-layout.ts";
import { test as base, eventually } from "../support/browser.ts";
import { submitForm } from "../support/cases.ts";
import { expectAccessible } from "../support/check-page.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { codeOf, signInStaff, staffAuthenticatorSecret } from "../support/staff.ts";
import { isSignedWith, startReceiver, type WebhookReceiver } from "../support/webhooks.ts";

/** A site whose webhooks may go to a local receiver. */
const test = base
  .extend("receiver", { scope: "file" }, async ({ browser: _browser }, { onCleanup }) => {
    const ends: (() => void)[] = [];
    const receiver: WebhookReceiver = await startReceiver((end) => void ends.push(end));
    onCleanup(() => {
      for (const end of ends) end();
    });
    return receiver;
  })
  .extend("site", { scope: "file" }, async ({ receiver: _receiver }, { onCleanup }) => {
    const site = await startServer({ testSettings: { allowLoopback: true } });
    onCleanup(() => site.stop());
    return site;
  });

/** Failures that the tests cause, as browsers log them. */
const failures = [/status of 4\d\d/, /^response 4\d\d: .*\/api\/desk\//, /ERR_FAILED/, /^failed: /];
const helen = { name: "Helen Brandt", email: "helen@example.com", phone: "", message: "Too small" };

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const dialogOf = (page: Page) => page.getByRole("dialog");
const shownSecret = (page: Page) =>
  page.getByRole("region", { name: "shown once" }).locator(".exact").innerText();

let people = 0;

/** Signs in an admin whose second factor is too old for sensitive changes. */
async function signInAdmin(site: TestServer): Promise<string> {
  people += 1;
  const name = `Admin Number${people}`;
  const server = { ...site, clock: { now: Date.now() - minutes(20) } };
  return (await signInStaff(server, ["admin"], name)).cookie;
}

async function confirm(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Please confirm that it is you" });
  const clock = { now: Date.now() };
  await dialog.getByLabel("Code").fill(await codeOf(staffAuthenticatorSecret, { clock }));
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
}

describe("webhooks in the settings", () => {
  test("a receiver that was down gets a message once; then replay, secret rotation, off, on, removal", async ({
    openPage,
    site,
    receiver,
  }) => {
    // Start afresh when the test is retried.
    receiver.messages.length = 0;
    await site.database.write((trx) => trx.deleteFrom("webhook_endpoints").execute());
    const cookie = await signInAdmin(site);
    const choices = { reducedMotion: "reduce", expects: failures, cookie } as const;
    const page = await openPage(deskPaths.webhookSettings, choices);
    await page.getByText("No address yet.").waitFor();
    await expectAccessible(page, "empty");

    await button(page, "Add an address").click();
    const topics = page.getByRole("group", { name: "Events to send" }).getByRole("checkbox");
    for (const topic of await topics.all()) await topic.uncheck();
    await button(page, "Add").last().click();
    await page.getByText("Error: Choose at least one kind of event.").waitFor();
    await expectAccessible(page, "empty fields");
    await page.getByLabel("Messages").check();
    const address = page.getByRole("textbox", { name: "Address" });
    await address.fill("https://10.0.0.1/in");
    await button(page, "Add").last().click();
    await confirm(page);
    await page.getByText("This address is on a private network.").waitFor();
    await address.fill(`${receiver.origin}/in?${"long-address-".repeat(20)}`);
    await page.keyboard.press("Enter");
    await page.getByText("The address is added.").waitFor();
    const first = await shownSecret(page);
    await expectAccessible(page, "secret");

    receiver.respondWith(503);
    await submitForm(site, helen);
    await eventually(() => receiver.messages.length).toBe(1);
    await page.reload();
    await page.getByText("Failing", { exact: true }).waitFor();
    expect(await page.getByText(first).count(), "the secret is shown once").toBe(0);
    await page.getByText(/^503, next /).waitFor();
    await expectAccessible(page, "failing");
    receiver.respondWith(200);
    await button(page, /^Try now/).click();
    await page.getByText(/^200 in \d+ ms$/).waitFor();
    await page.getByText("On", { exact: true }).waitFor();
    const [failed, sent] = receiver.messages;
    expect(receiver.messages).toHaveLength(2);
    expect(sent?.headers["webhook-id"]).toBe(failed?.headers["webhook-id"]);
    expect(new Webhook(first).verify(sent?.body ?? "", { ...sent?.headers })).toMatchObject({
      type: "submission.created",
      data: { form: "contact" },
    });

    await button(page, /what was sent$/).click();
    await page.getByText(`webhook-id: ${sent?.headers["webhook-id"]}`).waitFor();
    await page.getByText("The answer: 200, “ok”.").waitFor();
    await expectAccessible(page, "what was sent");
    await page.setViewportSize({ width: 375, height: 900 });
    const restore = await scaleText(page, 200);
    expect(await findCutOff(page), "text of 200 %").toEqual([]);
    await restore();
    await button(page, /^Replay/).click();
    await eventually(() => receiver.messages.length).toBe(3);
    expect(receiver.messages[2]?.headers["webhook-id"]).toBe(sent?.headers["webhook-id"]);

    await button(page, /^Change/).click();
    await expectAccessible(page, "change");
    await button(page, "Make a new secret").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Make a new secret" }).click();
    await page.getByText(/Signed with both secrets until tomorrow/).waitFor();
    const second = await shownSecret(page);
    expect(second).not.toBe(first);
    await button(page, /^Send a test/).click();
    await page.getByText(/^The test to .* arrived: 200 in/).waitFor();
    const signed = receiver.messages.at(-1);
    for (const secret of [first, second]) {
      expect(signed && isSignedWith(secret, signed)).toBe(true);
    }
    await button(page, "I have saved it").click();

    await page.route("**/test", (route) => route.abort());
    await button(page, /^Send a test/).click();
    await page.getByText("The desk cannot be reached.").waitFor();
    await page.unrouteAll();

    await button(page, /^Change/).click();
    await button(page, "Turn off").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Turn off" }).click();
    await page.getByText("Turned off by staff.").waitFor();
    expect(await button(page, /^Replay/).count(), "nothing is sent while it is off").toBe(0);
    await button(page, /^Turn on/).click();
    await page.getByText("On", { exact: true }).waitFor();

    const now = Date.now();
    await site.database.write(async (trx) => {
      const off = { off_at: now, off_reason: "failing", failing_since: now - days(3) };
      await trx.updateTable("webhook_endpoints").set(off).execute();
      const gaveUp = { state: "failed", problem: "timeout", http_status: null };
      await trx.updateTable("webhook_deliveries").set(gaveUp).execute();
    });
    await page.getByRole("link", { name: "Failed only" }).click();
    await page.getByText("Nothing was delivered for 3 days, so it was turned off.").waitFor();
    await page.getByText("Gave up: timeout").first().waitFor();
    await expectAccessible(page, "switched off");
    await button(page, /^Turn on/).click();
    await button(page, "Send all of these again").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Send all" }).click();
    await page.getByText("2 deliveries are on the way.").waitFor();
    await page.getByText("Nothing failed in the last 7 days.").waitFor();

    await button(page, /^Change/).click();
    await dialogOf(page).getByRole("button", { name: "Remove" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("No address yet.").waitFor();
  });

  test("a token is created, reads only what it may, shows its last use and is revoked", async ({
    openPage,
    site,
  }) => {
    const cookie = await signInAdmin(site);
    const choices = { reducedMotion: "reduce", expects: failures, cookie } as const;
    const page = await openPage(deskPaths.tokenSettings, choices);
    await button(page, "Make the token").click();
    await page.getByText("Error: Choose at least one kind of record.").waitFor();
    await expectAccessible(page, "empty fields");
    await page.getByLabel("Program").fill("CRM");
    await page.getByLabel("Messages", { exact: true }).check();
    await page.getByLabel("Works for").selectOption("1 year");
    await button(page, "Make the token").click();
    await confirm(page);
    await page.getByText("The token for CRM is made.").waitFor();
    const token = await shownSecret(page);
    await expectAccessible(page, "token");
    const read = async (path: string) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await site.app.inject({ url: path, headers })).statusCode;
    };
    expect(await read(pathOf(recordsApiEndpoints.messages))).toBe(200);
    expect(await read(pathOf(recordsApiEndpoints.applications))).toBe(403);

    await page.reload();
    const row = page.getByRole("row", { name: /CRM/ });
    await row.getByText(/^Today, /).waitFor();
    expect(await page.getByText(token).count(), "the token is shown once").toBe(0);
    await button(page, "Revoke the token for CRM").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
    await row.getByText(/^Revoked /).waitFor();
    await expectAccessible(page, "revoked");
    expect(await read(pathOf(recordsApiEndpoints.messages))).toBe(401);
  });
});
