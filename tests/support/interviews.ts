import { expect } from "vitest";
import {
  type ApplicationInterview,
  interviewEndpoints,
} from "../../src/features/interviews/contract/endpoints.ts";
import { interviewNames } from "../../src/features/interviews/contract/interviews.ts";
import { tellOfChanges } from "../../src/features/interviews/server/tell.ts";
import { conversationNames } from "../../src/features/messages/contract/conversations.ts";
import { tracks } from "../../src/features/recruiting/contract/recruiting-endpoints.ts";
import { pathOf } from "../../src/platform/contract/define-endpoint.ts";
import { undoLifetimeMs } from "../../src/platform/contract/desk/undo.ts";
import { conversationPathIn, postTo } from "./conversations.ts";
import { applicationPath, indexAllApplications, openAt } from "./desk-applications.ts";
import type { CreateDatabase } from "./dialects.ts";
import { readEmails } from "./emails.ts";
import { TestBrowser } from "./recruiting.ts";
import { type SignedInStaff, signInStaff } from "./staff.ts";
import { openTestApp, type TestApp } from "./test-app.ts";

/** A Monday, 10 am at the office. */
const monday = Date.parse("2026-11-16T17:00:00Z");

const tia = {
  firstName: "Tia",
  lastName: "Lam",
  email: "tia@example.com",
  phone: "303-555-0123",
};

/** Wednesday at 10:30 am. */
const wednesday = {
  day: "2026-11-18",
  clock: "10:30",
  minutes: 20,
  kind: "phone",
  place: "",
  until: null,
} as const;

/** A site with a recruiter, at the time of `monday`. */
export async function openInterviews(
  createDatabase: CreateDatabase,
  settings: Readonly<Record<string, string>> = {},
) {
  const testApp = await openTestApp(createDatabase, { RATE_LIMITS: "off", ...settings });
  testApp.clock.now = monday;
  const noor = await signInStaff(testApp, ["recruiter"], "Noor Aziz");
  return { testApp, noor, ...deskOf(noor), ...siteOf(testApp, noor) };
}

/** What a recruiter does about interviews. */
export function deskOf(staff: SignedInStaff) {
  const send = async (
    name: keyof typeof interviewEndpoints,
    id: string,
    body?: object,
    status = 200,
  ) => {
    const endpoint = interviewEndpoints[name];
    const [method] = String(endpoint).split(" ").slice(-2);
    const path = pathOf(endpoint).replace(":id", id);
    const answer = await staff.request(method as "GET", path, body);
    expect([answer.statusCode, answer.body], `${name} ${id}`).toEqual([status, expect.anything()]);
    return answer.json();
  };
  const add = (changes: object = {}, status = 200) =>
    send("add", "", { ...wednesday, staffId: staff.id, ...changes }, status);
  const week = async (day: string = wednesday.day) =>
    (await staff.request("GET", `${pathOf(interviewEndpoints.week)}?day=${day}`)).json();
  const read = (reference: string): Promise<ApplicationInterview> => send("read", reference);
  const change = async (
    name: "offer" | "cancel" | "outcome",
    reference: string,
    more: object = name === "offer" ? { staffId: null } : {},
    status = 200,
  ) => send(name, reference, { version: (await read(reference)).version, ...more }, status);
  const move = async (reference: string, status: string) => {
    const { version } = await openAt(staff, reference);
    const path = applicationPath("change", reference);
    const answer = await staff.request("PATCH", path, { version, status });
    expect(answer.statusCode).toBe(200);
    return answer.json();
  };
  return { send, add, week, read, change, move };
}

function siteOf(testApp: TestApp, noor: SignedInStaff) {
  const { database } = testApp;
  /** Applies, and is moved to the interview. @returns reference, path of the page, and its text */
  const apply = async (changes: Readonly<Record<string, string>> = {}) => {
    const browser = new TestBrowser(testApp.app);
    const reference = await browser.apply("care", tracks.care.intake, { ...tia, ...changes });
    const path = await conversationPathIn(database, "application-received");
    await indexAllApplications(testApp);
    await deskOf(noor).move(reference, "interview");
    const open = async (query = "") => {
      const answer = await testApp.app.inject({
        url: path + query,
        headers: { accept: "text/html" },
      });
      const main = answer.body.slice(answer.body.indexOf("<main"), answer.body.indexOf("</main>"));
      const text = main.replace(/<!-- -->|<script.*?<\/script>/gs, "").replace(/<[^>]+>/g, "|");
      return { html: main, text: text.replace(/\|+/g, " ").replaceAll(/ (?=[,.])/g, "") };
    };
    const post = (act: string, values: Readonly<Record<string, string>> = {}) =>
      postTo(testApp, path, { [conversationNames.act]: act, ...values });
    const choose = async (slotId: string) =>
      String((await post("choose-time", { [interviewNames.slot]: slotId })).headers.location);
    return { reference, path, open, post, choose };
  };
  /** After the time in which staff can undo. */
  const tell = async () => {
    testApp.clock.now += undoLifetimeMs;
    await tellOfChanges(testApp.context);
  };
  const emails = async () =>
    (await readEmails(database)).filter(({ kind }) => kind.startsWith("interview-"));
  return { apply, tell, emails };
}
