import { text } from "node:stream/consumers";
import fastify from "fastify";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { describeEachDialect, describeOnSqlite } from "../../../../../tests/support/dialects.ts";
import { listDesk } from "../../../../../tests/support/guarded-routes.ts";
import type { Route } from "../../../../../tests/support/list-routes.ts";
import { signUp } from "../../../../../tests/support/portal.ts";
import { readAuditLog, signInStaff } from "../../../../../tests/support/staff.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { deskApiPath, pathOf } from "../../../../platform/contract/define-endpoint.ts";
import {
  type DeskPermission,
  hasPermission,
  staffRoles,
} from "../../../../platform/contract/desk/roles.ts";
import { deskLoginEndpoints } from "../../../../platform/contract/desk/staff.ts";
import { hours, minutes } from "../../../../platform/contract/durations.ts";
import { requireDeskPermissions } from "./desk-endpoint.ts";

async function listDeskRoutes({ app }: TestApp) {
  return (await listDesk(app)).map(({ method, url, permission }) => {
    const [level = "", needed] = permission.split(":");
    return { method, url: url.replace(":id", "any"), level, needed: needed as DeskPermission };
  });
}

/** The response to a staff member; of an event stream, which does not end, the start. */
async function answerOf({ app }: TestApp, method: Route["method"], url: string, cookie: string) {
  const headers = { cookie, "sec-fetch-site": "same-origin" };
  const response = await app.inject({ method, url, headers, payloadAsStream: true });
  const { statusCode } = response;
  const isEndless = String(response.headers["content-type"]).startsWith("text/event-stream");
  if (!isEndless) return { statusCode, body: await text(response.stream()) };
  response.stream().destroy();
  return { statusCode, body: "" };
}

const sessionPath = pathOf(deskLoginEndpoints.session);

describeOnSqlite("access to the desk", (_open, createDatabase) => {
  test("each route accepts the roles of its permission, and nobody else", async () => {
    const testApp = await openTestApp(createDatabase);
    const routes = await listDeskRoutes(testApp);
    expect(routes.length).toBeGreaterThan(1);
    const { cookie } = await signUp(testApp.app);
    for (const { method, url, level, needed } of routes) {
      if (level === "desk-open" || level === "desk-token") continue;
      const headers = { "sec-fetch-site": "same-origin" };
      for (const stranger of [headers, { ...headers, cookie }]) {
        const response = await testApp.app.inject({ method, url, headers: stranger });
        expect([method, url, response.statusCode]).toEqual([method, url, 401]);
      }
      for (const role of staffRoles) {
        const { cookie } = await signInStaff(testApp, [role], `${role} ${method} ${url}`);
        const { statusCode, body } = await answerOf(testApp, method, url, cookie);
        const isAllowed = needed === undefined || hasPermission([role], needed);
        expect([role, method, url, statusCode === 403]).toEqual([role, method, url, !isAllowed]);
        // The response to a wrong code is a 401, too.
        expect(body).not.toContain('"not-signed-in"');
      }
    }
  });

  test("the endpoint for a program's token accepts no session, and no page", async () => {
    const testApp = await openTestApp(createDatabase);
    const { cookie } = await signInStaff(testApp, ["admin"]);
    const tokenRoutes = (await listDeskRoutes(testApp)).filter(
      ({ level }) => level === "desk-token",
    );
    expect(tokenRoutes.length).toBeGreaterThan(0);
    for (const { method, url } of tokenRoutes) {
      const asProgram = await testApp.app.inject({ method, url, headers: { cookie } });
      expect([url, asProgram.statusCode]).toEqual([url, 401]);
      const headers = { cookie, "sec-fetch-site": "same-origin" };
      const asPage = await testApp.app.inject({ method, url, headers });
      expect([url, asPage.statusCode]).toEqual([url, 403]);
    }
  });

  test("responses are neither stored nor indexed", async () => {
    const testApp = await openTestApp(createDatabase);
    const { request } = await signInStaff(testApp, ["viewer"]);
    const { headers } = await request("GET", sessionPath);
    expect(headers).toMatchObject({ "cache-control": "no-store", "x-robots-tag": "noindex" });
  });

  test("a desk session gives no access to the portal", async () => {
    const testApp = await openTestApp(createDatabase);
    const { request } = await signInStaff(testApp, ["admin"]);
    expect((await request("GET", "/api/portal/profile")).statusCode).toBe(401);
    expect((await request("GET", "/api/portal/session")).json()).toEqual({ signedIn: false });
  });

  test("a session ends after 12 hours, 60 minutes without use, log-out or disabling", async () => {
    const testApp = await openTestApp(createDatabase);
    const { clock, database } = testApp;
    const isSignedIn = async ({ request }: Awaited<ReturnType<typeof signInStaff>>) =>
      (await request("GET", sessionPath)).json().state === "signed-in";

    const idle = await signInStaff(testApp, ["viewer"], "Idle");
    clock.now += minutes(59);
    expect(await isSignedIn(idle)).toBe(true);
    // Reading one's own session does not count as use.
    clock.now += minutes(1);
    expect(await isSignedIn(idle)).toBe(false);

    const gone = await signInStaff(testApp, ["viewer"], "Gone");
    await database.write((trx) =>
      trx.updateTable("staff").set({ disabled_at: 1 }).where("id", "=", gone.id).execute(),
    );
    expect(await isSignedIn(gone)).toBe(false);

    const left = await signInStaff(testApp, ["viewer"], "Left");
    const response = await left.request("POST", pathOf(deskLoginEndpoints.logout));
    expect(response.cookies).toMatchObject([{ name: "desk-session", value: "" }]);
    expect(await isSignedIn(left)).toBe(false);

    const long = await signInStaff(testApp, ["viewer"], "Long");
    await database.write((trx) =>
      trx
        .updateTable("staff_sessions")
        .set({ last_seen_at: clock.now + hours(12) })
        .execute(),
    );
    clock.now += hours(12);
    expect(await isSignedIn(long)).toBe(false);
  });

  test("between the two steps of a log-in nothing is accessible", async () => {
    const testApp = await openTestApp(createDatabase);
    const { request } = await signInStaff(testApp, ["admin"]);
    await testApp.database.write((trx) =>
      trx.updateTable("staff_sessions").set({ confirmed_at: null }).execute(),
    );
    expect((await request("GET", sessionPath)).json()).toMatchObject({ state: "code-needed" });
    for (const { method, url, level } of await listDeskRoutes(testApp)) {
      if (level !== "desk-open" && level !== "desk-token")
        expect((await request(method, url)).statusCode).toBe(401);
    }
  });
});

describeEachDialect("the audit log", (_open, createDatabase) => {
  test("accepts neither changes nor deletions", async () => {
    const testApp = await openTestApp(createDatabase);
    const { request } = await signInStaff(testApp, ["viewer"]);
    await request("POST", pathOf(deskLoginEndpoints.logout));
    const { db, write } = testApp.database;
    const rows = await db.selectFrom("events").selectAll().execute();
    const entry = { kind: "log-in", actor: "Test viewer", what: "Logged out" };
    expect(await readAuditLog(testApp)).toMatchObject([entry]);
    const change = write((trx) => trx.updateTable("events").set({ data: "" }).execute());
    await expect(change).rejects.toThrow("append-only");
    const removal = write((trx) => trx.deleteFrom("events").execute());
    await expect(removal).rejects.toThrow("append-only");
    const columns = sql`id, at, kind, actor, data, target, origin`;
    const forged = sql`select id, at, kind, actor, 'Forged', target, origin from events`;
    const insert = sql`into events (${columns}) ${forged}`;
    const upsert = sql`insert ${insert} where true
      on conflict (id) do update set data = excluded.data`;
    const others =
      testApp.database.engine === "sqlite"
        ? [
            sql`insert or replace ${insert}`,
            sql`replace ${insert}`,
            sql`insert or replace into events (rowid, ${columns})
              select rowid, 'other', at, kind, actor, 'Forged', target, origin from events`,
            sql`update or replace events set data = 'Forged'`,
          ]
        : [
            sql`truncate events`,
            sql`merge into events using (select 1) one on true
              when matched then update set data = 'Forged'`,
          ];
    for (const statement of [upsert, ...others]) {
      await expect(write((trx) => statement.execute(trx))).rejects.toThrow("append-only");
    }
    expect(await db.selectFrom("events").selectAll().execute()).toEqual(rows);
  });
});

test("a desk route without a permission fails at startup", () => {
  const app = fastify();
  requireDeskPermissions(app);
  expect(() => app.get(`${deskApiPath}open`, () => "")).toThrow("names no permission");
});
