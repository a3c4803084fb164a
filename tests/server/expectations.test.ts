import { expect, test } from "vitest";
import {
  apiScopeNames,
  apiTokenEndpoints,
  tokenDays,
} from "../../src/features/integrations/contract/api-tokens.ts";
import { recordsApiEndpoints } from "../../src/features/integrations/contract/records-api.ts";
import {
  webhookLogDays,
  webhookRotationHours,
  webhookTryDays,
} from "../../src/features/integrations/contract/webhooks.ts";
import { conversationDays } from "../../src/features/messages/contract/conversations.ts";
import { inboxEndpoints } from "../../src/features/messages/contract/inbox-endpoints.ts";
import { sendDelaySeconds } from "../../src/features/messages/contract/replies.ts";
import { listNewSignups } from "../../src/features/newsletter/server/list-new-signups.ts";
import { privacyLinkDays } from "../../src/features/privacy/contract/cases.ts";
import { tracks } from "../../src/features/recruiting/contract/recruiting-endpoints.ts";
import { deletionCaseMonths } from "../../src/features/retention/contract/retention.ts";
import { pathOf, readEndpoint, withId } from "../../src/platform/contract/define-endpoint.ts";
import { type StaffRole, staffRoles } from "../../src/platform/contract/desk/roles.ts";
import {
  staffLinkDays,
  staffPassword,
  staffReauthMinutes,
} from "../../src/platform/contract/desk/staff.ts";
import { undoSeconds } from "../../src/platform/contract/desk/undo.ts";
import { minutes } from "../../src/platform/contract/durations.ts";
import { limits } from "../../src/platform/server/credentials/throttles.ts";
import { access } from "../expectations/access.ts";
import { apiContents } from "../expectations/api-contents.ts";
import { attempts, desk, durations } from "../expectations/limits.ts";
import { programAccess } from "../expectations/program-access.ts";
import { openProgram } from "../support/api.ts";
import { makeAllCases, submitForm } from "../support/cases.ts";
import { indexAllApplications } from "../support/desk-applications.ts";
import { describeEachDialect, describeOnSqlite } from "../support/dialects.ts";
import { postSignup } from "../support/newsletter.ts";
import { askForDeletion, readPrivacyRequest } from "../support/privacy.ts";
import { TestBrowser } from "../support/recruiting.ts";
import { signInStaff } from "../support/staff.ts";
import { openTestApp } from "../support/test-app.ts";

const helen = { name: "Helen", email: "helen@example.com", phone: "", message: "Too small" };

function readJson(text: string): { readonly code?: string } {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

test.each(Object.entries(attempts))("the limit of attempts %s is as documented", (name, wanted) => {
  const { max, windowMs } = limits[name as keyof typeof limits];
  expect({ max, windowMs }).toEqual({ max: wanted.max, windowMs: minutes(wanted.minutes) });
});

test("durations are as documented", () => {
  expect({
    "minutes until sensitive actions ask for the second factor": staffReauthMinutes,
    "characters of a staff password": staffPassword.min,
    "days of an invitation": staffLinkDays,
    "seconds to undo a change": undoSeconds,
    "seconds to undo a reply": sendDelaySeconds,
    "days of a personal page": conversationDays,
    "days of a link to a copy": privacyLinkDays.copy,
    "months that a request is kept": deletionCaseMonths,
    "days that deliveries are kept": webhookLogDays,
    "days that a delivery is tried": webhookTryDays,
    "hours with two secrets": webhookRotationHours,
    "days of a token": tokenDays,
  }).toEqual(durations);
});

describeOnSqlite("the documented permissions", (_open, createDatabase) => {
  test("each role may do what is written down, and nothing else", async () => {
    const site = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    for (const role of staffRoles) {
      const staff = await signInStaff(site, [role], `Test ${role}`);
      for (const { what, endpoint, roles } of access) {
        const [method = "", path = ""] = endpoint.split(" ");
        const body = method === "GET" ? undefined : {};
        const { statusCode } = await staff.request(method as "GET", path, body);
        const isAllowed = role === "admin" || roles.includes(role satisfies StaffRole);
        expect(`${role}: ${what}: ${statusCode === 403 ? "no" : "yes"}`).toBe(
          `${role}: ${what}: ${isAllowed ? "yes" : "no"}`,
        );
        expect(statusCode).not.toBe(401);
        expect(statusCode).toBeLessThan(500);
      }
    }
  });

  test("programs may do what their scope says, and nothing else", async () => {
    const site = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    await site.app.ready();
    const known = site.app.endpoints.flatMap((endpoint) => {
      const { permission, method, path } = readEndpoint(endpoint);
      return permission.startsWith("api-token:") ? `${method} ${path}` : [];
    });
    expect(known.sort()).toEqual(Object.values(programAccess).flat().sort());
    for (const scope of apiScopeNames) {
      const { call } = await openProgram(site, scope);
      const reads = scope.endsWith(":write") ? scope.replace(":write", ":read") : scope;
      const own = [scope, reads].flatMap((one) => programAccess[one] ?? []);
      for (const line of known) {
        const { status } = await call(line.replace("/api/v1", "").replace(":id", "any"));
        expect([scope, line, status !== 403]).toEqual([scope, line, own.includes(line)]);
      }
    }
  });

  test("exactly what is sensitive asks for the second factor again after 15 minutes", async () => {
    const site = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    const admin = await signInStaff(site, ["admin"], "Ada Min");
    site.clock.now += minutes(15) + 1;
    for (const { what, endpoint, isSensitive = false } of access) {
      const [method = "", path = ""] = endpoint.split(" ");
      const body = method === "GET" ? undefined : {};
      const { code } = readJson((await admin.request(method as "GET", path, body)).body);
      expect([what, code === "confirm-needed"]).toEqual([what, isSensitive]);
    }
  });
});

describeEachDialect("the documented expectations", (_open, createDatabase, engine) => {
  test("programs read exactly the fields that are written down", async () => {
    const site = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    const admin = await signInStaff(site, ["admin"], "Ada Min");
    const scopes = ["messages", "applications", "newsletter", "deletion"];
    const made = await admin.request("POST", pathOf(apiTokenEndpoints.make), {
      name: "CRM",
      scopes,
      days: 30,
    });
    const { token } = made.json();
    const get = async (url: string) =>
      (await site.app.inject({ url, headers: { authorization: `Bearer ${token}` } })).json();
    const fieldsOf = (record: object) => Object.keys(record).sort();

    const message = await submitForm(site, helen);
    await makeAllCases(site);
    const application = await new TestBrowser(site.app).apply("care", tracks.care.intake);
    await indexAllApplications(site);
    await postSignup(site, helen.email);
    while (await listNewSignups(site.context));
    const deletion = await askForDeletion(site);
    const [subscriber] = (await get(pathOf(recordsApiEndpoints.subscribers))).records;

    const read = (endpoint: Parameters<typeof withId>[0], id: string) =>
      get(pathOf(withId(endpoint, id)));
    const found = {
      message: await read(recordsApiEndpoints.message, message),
      application: await read(recordsApiEndpoints.application, application),
      subscriber: await read(recordsApiEndpoints.subscriber, subscriber.id),
      deletion: await read(recordsApiEndpoints.deletion, deletion),
    };
    for (const [kind, fields] of Object.entries(apiContents)) {
      expect([kind, fieldsOf(found[kind as keyof typeof found])]).toEqual([kind, fields]);
    }
    const listed = (await get(pathOf(recordsApiEndpoints.messages))).records[0];
    expect(fieldsOf(listed)).toEqual(apiContents.message.filter((one) => one !== "conversation"));
    expect(fieldsOf(found.deletion.contents)).toEqual(["email", "name", "supportId"]);
    expect(found.message.contents).toMatchObject(helen);
  });

  if (engine !== "sqlite") return;

  test("a case takes exactly as many tags, and a note as many characters, as documented", async () => {
    const site = await openTestApp(createDatabase);
    const imani = await signInStaff(site, ["agent"], "Imani Bell");
    const reference = await submitForm(site, helen);
    await makeAllCases(site);
    const tags = (count: number) => Array.from({ length: count }, (_, index) => `tag ${index}`);
    const path = pathOf(withId(inboxEndpoints.change, reference));
    const tag = async (version: number, count: number) =>
      (await imani.request("PATCH", path, { version, edit: { tags: tags(count) } })).statusCode;
    expect(await tag(1, desk.tagsOfCase)).toBe(200);
    expect(await tag(2, desk.tagsOfCase + 1)).toBe(400);
    const notes = pathOf(withId(inboxEndpoints.addNote, reference));
    const note = async (length: number) =>
      (await imani.request("POST", notes, { text: "a".repeat(length), mentions: [] })).statusCode;
    expect(await note(desk.noteCharacters)).toBe(200);
    expect(await note(desk.noteCharacters + 1)).toBe(400);
  });

  test("a deletion request has as many days as documented", async () => {
    const site = await openTestApp(createDatabase);
    const imani = await signInStaff(site, ["privacy"], "Imani Bell");
    const reference = await askForDeletion(site);
    expect(await readPrivacyRequest(imani, reference)).toMatchObject({
      daysLeft: desk.deletionDays,
    });
  });
});
