import type { Page } from "playwright-core";
import { beforeEach, expect, onTestFinished } from "vitest";
import { inboxEndpoints } from "../../src/features/messages/contract/inbox-endpoints.ts";
import { twilioEndpoints } from "../../src/features/texts/contract/texts.ts";
import { deskPaths } from "../../src/platform/contract/desk/paths.ts";
import { paths } from "../../src/platform/contract/paths.ts";
import { test as base, eventually } from "../support/browser.ts";
import { sendAbout } from "../support/callers.ts";
import { addColleague } from "../support/desk-inbox.ts";
import { describeEachDialect } from "../support/dialects.ts";
import { postAsTwilio, twilioSettings } from "../support/fake-twilio.ts";
import { findFreePort } from "../support/free-port.ts";
import { composeRaw, handIn, inboundSettings } from "../support/inbound-mail.ts";
import { phonePicture } from "../support/pictures.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { addRequests, createUser } from "../support/test-user.ts";

/*
 * With the server's tests, which have PostgreSQL: the one flow in a browser on both engines. Each
 * screen has its states and its check of accessibility in tests/e2e.
 */

const [last, phone] = ["Fairbanks", "303-555-0188"];
const email = "rosa.new@example.com";

/** YYYY-MM-DD, in any time zone of the country. */
const inDays = (count: number) =>
  new Date(Date.now() + (count * 24 + 12) * 3_600_000).toISOString().slice(0, 10);

/** An email without a reference, with a picture. */
async function emailWithPicture(): Promise<string> {
  const picture = (await phonePicture()).toString("base64").replaceAll(/.{76}/g, "$&\r\n");
  const type = "image/jpeg; name=lamp.jpg";
  const body = [
    "--x\r\nContent-Type: text/plain\r\n\r\nThis is the lamp.",
    `--x\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename=lamp.jpg\r\n\r\n${picture}`,
    "--x--\r\n",
  ].join("\r\n");
  const from = { From: `Rosa ${last} <${email}>`, Subject: "The lamp" };
  return composeRaw({ ...from, "Content-Type": "multipart/mixed; boundary=x" }, body);
}

/** One for both engines, since a file has one origin. */
const port = await findFreePort();
const test = base.extend("origin", () => `http://127.0.0.1:${port}`);

describeEachDialect("a day at the desk", (_open, createDatabase) => {
  let site: TestServer;
  beforeEach(async () => {
    const { databaseUrl } = await createDatabase();
    site = await startServer({
      settings: {
        PORT: String(port),
        ...inboundSettings,
        ...twilioSettings,
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      },
    });
    onTestFinished(() => site.stop());
  });

  test("help is asked for, booked and done; calls, an email and a text are cases; all is found", async ({
    openPage,
  }) => {
    const rosa = await createUser(site, { firstName: "Rosa", lastName: last, phone, zip: "80521" });
    await site.database.write(async (trx) => {
      const home = { address_line1: "1204 Pine Street" };
      await trx.updateTable("profiles").set(home).where("uid", "=", rosa.uid).execute();
    });
    await addRequests(site, rosa, [{ request_title: "Hang two shelves" }]);
    const nora = await addColleague(site, "Nora Day");
    const paul = await addColleague(site, "Paul Day");
    const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

    // She asks for help on the site, and it is confirmed.
    const own = await openPage(paths.askForHelp, { cookie: rosa.cookie, js: false });
    await own.getByLabel("Something else").check();
    await own.getByLabel("In your own words (optional)").fill("Carry a table");
    await own.getByLabel("As soon as possible").check();
    await button(own, "Continue").click();
    await button(own, "Yes, ask for this").click();
    await own.getByText("Thank you. We are looking for someone.").waitFor();
    // The desk sees at once what another one changed, or Send asks the server.
    const expects = [/\b409\b/];
    const asked = `${deskPaths.requests}?show=asked`;
    const desk = await openPage(asked, { width: 1440, cookie: nora.cookie, expects });
    await desk.getByRole("link", { name: "Carry a table" }).click();
    await button(desk, "Confirm").click();
    await desk.getByText(/^It is booked/).waitFor();
    await own.goto(paths.askForHelp);
    await own.getByText(/^It is booked/).waitFor();

    // A call is logged.
    const customer = `${deskPaths.customers}/${rosa.uid}`;
    await desk.goto(customer);
    await desk.getByRole("link", { name: "Log a call" }).click();
    await desk.getByLabel("What was said").fill("She has a lamp to hang.");
    await button(desk, "Save call").click();
    await desk.getByRole("heading", { name: `Rosa ${last}`, level: 2 }).waitFor();

    // The caller is checked, and her email changed.
    await desk.goto(customer);
    await desk.getByRole("button", { name: "Check the caller" }).click();
    for (const [question, answer] of [
      ["“What is your house number and your ZIP code?”", "1204, 80521"],
      ["“Which email address do you use with us?”", rosa.email],
      ["“What did we last do for you?”", "two shelves"],
    ] as const) {
      await desk.getByLabel(question).fill(answer);
      await desk.keyboard.press("Enter");
      await eventually(() => desk.getByLabel(question).count()).toBe(0);
    }
    await desk.getByRole("heading", { name: "It is Rosa" }).waitFor();
    await desk.getByRole("button", { name: "Change… the email" }).click();
    await desk.getByLabel("New email").fill(email);
    await desk.keyboard.press("Enter");
    await desk.getByRole("link", { name: email }).waitFor();

    // A request is booked, moved and completed.
    await desk.getByRole("link", { name: "Add a request" }).click();
    await desk.getByLabel("What", { exact: true }).fill("Hang a lamp");
    await desk.getByLabel("Day", { exact: true }).last().fill(inDays(2));
    await desk.getByLabel("Time", { exact: true }).fill("09:30");
    await button(desk, "Save request").click();
    await desk.getByText("The request is booked.").waitFor();
    // Without a day it may be completed at once.
    for (const [day, time, shown] of [
      [inDays(3), "10:15", /^It is booked for .* 10:15 am/],
      ["", "", "It is booked for a time that we will agree on."],
    ] as const) {
      await button(desk, "Edit").click();
      await desk.getByLabel("Day", { exact: true }).last().fill(day);
      await desk.getByLabel("Time", { exact: true }).fill(time);
      await button(desk, "Save changes").click();
      await desk.getByText(shown).waitFor();
    }
    await button(desk, "Complete…").click();
    await button(desk, "Complete").click();
    await desk.getByText(/^It is done/).waitFor();

    // Her email with a picture is answered, after a note of a coworker that came between.
    const [status, stored] = await handIn(site, await emailWithPicture());
    expect([status, stored]).toEqual([201, expect.stringMatching(/^stored as /)]);
    const reference = stored.slice("stored as ".length);
    await desk.goto(deskPaths.inbox);
    await desk.locator(`a[data-reference="${reference}"]`).click();
    await desk.getByRole("img", { name: "lamp.jpg" }).waitFor();
    await desk.getByRole("textbox", { name: "Message" }).fill("What a fine lamp.");
    const note = { text: "It is a heavy one.", mentions: [] };
    expect((await sendAbout(paul, inboxEndpoints.addNote, reference, note)).statusCode).toBe(200);
    await button(desk, "Send").click();
    await button(desk, "Send mine as well").click();
    await desk.getByText(/^Sending in \d+ s$/).waitFor();

    // STOP by text.
    const context = { origin: () => site.origin } as Parameters<typeof postAsTwilio>[0]["context"];
    const stop = { MessageSid: "IN1", From: "+13035550188", Body: "STOP", OptOutType: "STOP" };
    const texted = await postAsTwilio({ app: site.app, context }, twilioEndpoints.receive, stop);
    expect(texted.statusCode).toBe(200);
    await desk.goto(customer);
    await desk.getByText("Only Rosa can turn them on, with START.").waitFor();

    // A call back is done. The changed email has logged her out.
    await own.goto(paths.callMe);
    await own.getByLabel("Name").fill(`Rosa ${last}`);
    await own.getByLabel("Phone").fill(phone);
    await own.getByLabel(/^What is it about/).fill("When does the ride come?");
    await button(own, "Call Me").click();
    await own.getByRole("heading", { name: "We Will Call You" }).waitFor();
    await desk.goto(deskPaths.callBacks);
    await desk.getByRole("link", { name: "When does the ride come?" }).click();
    await desk.getByLabel("What was said").fill("At two.");
    await button(desk, "We talked, close it").click();
    await desk.getByText("No call is owed. The message is done.").waitFor();

    // One search finds all of it.
    const stale = () => site.database.db.selectFrom("stale_customers").selectAll().execute();
    await eventually(async () => (await stale()).length).toBe(0);
    await desk.goto(`${deskPaths.search}?q=${last}`);
    for (const group of ["Customers 1", "Requests 3", "Messages 3"]) {
      await desk.getByRole("heading", { name: group }).waitFor();
    }
  });
});
