import { expect, onTestFinished, test, vi } from "vitest";
import {
  applicationPath,
  indexAllApplications,
} from "../../../../../tests/support/desk-applications.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { askForDeletion } from "../../../../../tests/support/privacy.ts";
import { TestBrowser } from "../../../../../tests/support/recruiting.ts";
import { type SignedInStaff, signInStaff } from "../../../../../tests/support/staff.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { pathOf } from "../../../../platform/contract/define-endpoint.ts";
import { type LiveEvent, liveEndpoints } from "../../../../platform/contract/desk/live.ts";
import { seconds } from "../../../../platform/contract/durations.ts";
import { inboxTopic } from "../../../messages/contract/inbox.ts";
import { privacyTopic } from "../../../privacy/contract/endpoints.ts";
import { applicationsTopic } from "../../../recruiting/contract/applications.ts";
import { tracks } from "../../../recruiting/contract/recruiting-endpoints.ts";
import { auditTopic } from "../../contract/audit.ts";

const presentPath = pathOf(liveEndpoints.present);

/** Opens the live channel. @returns reads the next event; the polls between follow at once */
async function openChannel({ app }: TestApp, { cookie }: SignedInStaff) {
  const address = app.server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const closing = new AbortController();
  onTestFinished(() => closing.abort());
  const url = `http://127.0.0.1:${port}${pathOf(liveEndpoints.events)}`;
  const stream = await fetch(url, { headers: { cookie }, signal: closing.signal });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  let seen = "";
  return async (): Promise<LiveEvent> => {
    const polls = setInterval(() => vi.advanceTimersByTime(seconds(1)), 20);
    let found: RegExpExecArray | null = null;
    while (!found) {
      found = /event: change\ndata: (.*)\n\n/.exec(seen);
      if (!found) seen += (await reader?.read())?.value ?? "";
    }
    clearInterval(polls);
    seen = seen.slice(found.index + found[0].length);
    return JSON.parse(found[1] ?? "");
  };
}

describeEachDialect("the live channel", (_open, createDatabase) => {
  async function openDesk() {
    const testApp = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    await testApp.app.listen({ host: "127.0.0.1", port: 0 });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    return testApp;
  }

  test("tells of applications and privacy requests to those who may read them", async () => {
    const testApp = await openDesk();
    const noor = await signInStaff(testApp, ["recruiter"], "Noor Aziz");
    const gil = await signInStaff(testApp, ["privacy"], "Gil Moss");
    const toNoor = await openChannel(testApp, noor);
    const toGil = await openChannel(testApp, gil);
    await Promise.all([toNoor(), toGil()]);
    const browser = new TestBrowser(testApp.app);
    await browser.get(tracks.care.intake);
    const application = await browser.apply("care", tracks.care.intake);
    await indexAllApplications(testApp);
    const request = await askForDeletion(testApp);
    expect((await toNoor()).changed).toEqual({ [applicationsTopic]: { [application]: 1 } });
    expect(Object.keys((await toGil()).changed[privacyTopic] ?? {})).toEqual([request]);
    const path = applicationPath("change", application);
    await noor.request("PATCH", path, { version: 1, status: "screening" });
    expect((await toNoor()).changed).toEqual({ [applicationsTopic]: { [application]: 2 } });
  });

  test("tells who is present as soon as a page opens, of the lists that it may show", async () => {
    const testApp = await openDesk();
    const noor = await signInStaff(testApp, ["recruiter"], "Noor Aziz");
    const lena = await signInStaff(testApp, ["recruiter"], "Lena Sato");
    const paul = await signInStaff(testApp, ["agent"], "Paul Eriksen");
    const present = { topic: applicationsTopic, reference: "24RD2C99", state: "writing" };
    expect((await noor.request("PUT", presentPath, present)).statusCode).toBe(200);
    const toLena = await openChannel(testApp, lena);
    const toPaul = await openChannel(testApp, paul);
    const { topic, reference } = present;
    expect((await toLena()).presence).toEqual({ [noor.id]: { topic, reference, isWriting: true } });
    expect((await toPaul()).presence).toEqual({});
    // The same reference in another list is another record.
    const elsewhere = { topic: inboxTopic, reference, state: "left" };
    const admin = await signInStaff(testApp, ["admin"], "Ada Olsen");
    await admin.request("PUT", presentPath, elsewhere);
    await noor.request("PUT", presentPath, { ...present, state: "left" });
    expect((await toLena()).presence).toEqual({});
  });

  test("begins with what changed while the page loaded, for those who may read it", async () => {
    const testApp = await openDesk();
    const noor = await signInStaff(testApp, ["recruiter"], "Noor Aziz");
    const gil = await signInStaff(testApp, ["privacy"], "Gil Moss");
    const toNoor = await openChannel(testApp, noor);
    await toNoor();
    const browser = new TestBrowser(testApp.app);
    await browser.get(tracks.care.intake);
    const application = await browser.apply("care", tracks.care.intake);
    await indexAllApplications(testApp);
    const changed = { [applicationsTopic]: { [application]: 1 } };
    expect((await toNoor()).changed).toEqual(changed);
    const toSecondPage = await openChannel(testApp, noor);
    expect((await toSecondPage()).changed).toEqual(changed);
    const toGil = await openChannel(testApp, gil);
    expect((await toGil()).changed).toEqual({});
  });

  test("nobody is present at records that they may not read", async () => {
    const testApp = await openDesk();
    const paul = await signInStaff(testApp, ["agent"], "Paul Eriksen");
    const present = { topic: privacyTopic, reference: "24RD2C99", state: "reading" };
    expect((await paul.request("PUT", presentPath, present)).statusCode).toBe(403);
    const unknown = { ...present, topic: "no such list" };
    expect((await paul.request("PUT", presentPath, unknown)).statusCode).toBe(400);
  });

  test("tells admins of new entries in the audit log", async () => {
    const testApp = await openDesk();
    const ada = await signInStaff(testApp, ["admin"], "Ada Olsen");
    const toAda = await openChannel(testApp, ada);
    expect(await toAda()).toEqual({ changed: {}, presence: {} });
    const paul = await signInStaff(testApp, ["viewer"], "Paul Eriksen");
    expect((await paul.request("GET", "/api/desk/audit")).statusCode).toBe(403);
    const { changed } = await toAda();
    expect(Object.keys(changed)).toEqual([auditTopic]);
  });
});
