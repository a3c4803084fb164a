import type { InjectOptions } from "fastify";
import { expect, test } from "vitest";
import { deskApiPath, readEndpoint } from "../../src/platform/contract/define-endpoint.ts";
import { paths } from "../../src/platform/contract/paths.ts";
import { helperCases } from "../expectations/helper-access.ts";
import { programWith } from "../support/api.ts";
import { AppBrowser, openAppClient } from "../support/app-client.ts";
import { describeOnSqlite } from "../support/dialects.ts";
import { accept, inviteByEmail, openHelp, type PartName, postForm } from "../support/helpers.ts";
import { listRoutes } from "../support/list-routes.ts";
import { newAccount, type SignedIn, signUpConfirmed } from "../support/portal.ts";
import { makeRequest } from "../support/rows.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

const settings = { RATE_LIMITS: "off" };
const parts = ["requests", "asks", "messages"] as const;

/** Every portal route and API: of the routes, and of the pages that one route serves. */
async function listOwn({ app }: TestApp): Promise<string[]> {
  const routes = await listRoutes(app);
  const endpoints = app.endpoints.map(readEndpoint);
  const own = routes.filter(({ method, url }) => {
    const permission = endpoints.find(
      (one) => one.method === method && one.path === url,
    )?.permission;
    if (url.startsWith(deskApiPath)) return false;
    return url.startsWith("/portal") || /^(?:recent-)?session$/.test(permission ?? "");
  });
  const pages = Object.values(paths).filter((path) => path.startsWith("/portal/"));
  return [
    ...new Set([
      ...own.map(({ method, url }) => `${method} ${url}`),
      ...pages.map((path) => `GET ${path}`),
    ]),
  ].sort();
}

/** The API of signed-in people: none of it is in the list by hand, since none of it is a helper's. */
const isApi = (route: string) => route.includes(" /api/");

interface Try {
  readonly route: string;
  readonly query?: string;
  readonly form?: Readonly<Record<string, string>>;
}

/** The status of a request that names a help. */
async function send(by: SignedIn | undefined, id: string, { app }: TestApp, one: Try) {
  const [method = "GET", pattern = ""] = one.route.split(" ");
  const path = pattern.replace("*", "x").replace(":id", "ride");
  const url = `${path}?for=${id}${one.query === undefined ? "" : `&${one.query}`}`;
  const native = method === "POST" && !path.startsWith("/api/");
  const headers = {
    "sec-fetch-site": "same-origin",
    ...(by && { cookie: by.cookie }),
    ...(native && { "content-type": "application/x-www-form-urlencoded" }),
  };
  const payload = native ? new URLSearchParams(one.form).toString() : {};
  const response = await app.inject({
    method,
    url,
    headers,
    ...(method !== "GET" && { payload }),
  } as InjectOptions);
  return { response, isRejected: response.statusCode === 403, text: response.body };
}

describeOnSqlite("acting for another person", (_open, createDatabase) => {
  test("every portal route and API has a decision, and the rest is refused", async () => {
    const testApp = await openTestApp(createDatabase, settings);
    const own = await listOwn(testApp);
    const listed = new Set(helperCases.map(({ route }) => route));
    const pages = own.filter((route) => !isApi(route));
    expect(
      pages.filter((route) => !listed.has(route)),
      "tests/expectations/helper-access.ts",
    ).toEqual([]);
    expect([...listed].filter((route) => !own.includes(route))).toEqual([]);
  });

  test("is allowed by switch, and only while the help lasts", async () => {
    const testApp = await openTestApp(createDatabase, settings);
    const { clock, database } = testApp;
    const own = await listOwn(testApp);
    const { rosa, maria, id } = await openHelp(testApp);
    const walter = await signUpConfirmed(testApp, { firstName: "Walter", email: "w@example.com" });
    const token = await inviteByEmail(testApp, walter, "maria@example.com");
    const { id: pending } = await database.db
      .selectFrom("helpers")
      .select("id")
      .where("uid", "=", walter.uid)
      .executeTakeFirstOrThrow();
    const ride = makeRequest(rosa.uid, { id: "ride", request_title: "Rosa’s secret ride" });
    await database.write(async (trx) => {
      await trx.insertInto("completed_requests").values(ride).execute();
      const home = { address_line1: "9 Hidden Lane" };
      await trx.updateTable("profiles").set(home).where("uid", "=", rosa.uid).execute();
    });
    const tries: readonly (Try & { readonly access: string })[] = [
      ...helperCases,
      ...own.filter(isApi).map((route) => ({ route, access: "never" })),
    ];
    const set = (on: readonly PartName[]) =>
      database.write((trx) =>
        trx
          .updateTable("helpers")
          .set(Object.fromEntries(parts.map((part) => [part, Number(on.includes(part))])))
          .where("id", "=", id)
          .execute(),
      );
    /** Tries everything. @param on undefined: nothing may be allowed */
    const walk = async (
      who: string,
      by: SignedIn | undefined,
      of: string,
      on?: readonly string[],
    ) => {
      for (const one of tries) {
        const isStop = one.form?._act === "stop";
        if (isStop) continue;
        const { isRejected, response, text } = await send(by, of, testApp, one);
        const line = `${who}: ${one.route}?${one.query ?? ""} ${JSON.stringify(one.form ?? {})}`;
        const isAllowed = on !== undefined && (one.access === "any" || on.includes(one.access));
        const isLogin = by === undefined && response.statusCode === 303;
        expect([line, isRejected || isLogin], text.slice(0, 300)).toEqual([line, !isAllowed]);
        const seesRide = isAllowed && on.includes("requests");
        if (!seesRide) expect(text, line).not.toContain("secret ride");
        const asks = isAllowed && on.includes("asks");
        if (by !== rosa && !asks) expect(text, line).not.toContain("9 Hidden Lane");
        if (by === maria) expect(text, line).not.toContain("rosa@example.com");
      }
    };

    await walk("all on", maria, id, parts);
    await set([]);
    await walk("all off", maria, id, []);
    for (const part of parts) {
      await set([part]);
      await walk(`only ${part}`, maria, id, [part]);
    }
    await set(parts);
    await walk("before acceptance", maria, pending);
    await walk("of another person", walter, id);
    await walk("the person", rosa, id);
    await walk("signed out", undefined, id);
    await walk("an unknown help", maria, "x' or 1=1");
    const locked = { disabled_at: clock.now };
    const lock = (columns: { disabled_at: number | null }) =>
      database.write((trx) =>
        trx.updateTable("accounts").set(columns).where("uid", "=", rosa.uid).execute(),
      );
    await lock(locked);
    await walk("a locked person", maria, id);
    await lock({ disabled_at: null });
    const ended = await postForm(rosa, paths.helpers, { _act: "end", _id: id });
    expect(ended.headers.location).toBe(`${paths.helpers}?said=end`);
    await walk("after the end", maria, id);
    const other = await accept(maria, token);
    await walk("the help of another", maria, `${other}&for=${id}`);
    await database.write((trx) =>
      trx.updateTable("helpers").set({ until_at: clock.now }).where("id", "=", other).execute(),
    );
    await walk("after a year", maria, other);
  });

  test("is refused to the helper's app", async () => {
    const client = await openAppClient(createDatabase);
    const { testApp } = client;
    const { rosa, maria, id } = await openHelp(testApp);
    const ride = makeRequest(rosa.uid, { id: "ride", request_title: "Rosa’s secret ride" });
    await testApp.database.write(async (trx) => {
      await trx.insertInto("completed_requests").values(ride).execute();
      await trx
        .updateTable("accounts")
        .set({ email: newAccount.email, email_key: newAccount.email })
        .where("uid", "=", maria.uid)
        .execute();
    });
    const scope = "openid offline_access cases requests";
    const { access_token: token } = await client.getTokens(new AppBrowser(testApp), { scope });
    const app = programWith(testApp, token);
    const tries: readonly (readonly [line: string, status: number])[] = [
      ["GET /requests", 200],
      ["GET /requests/ride", 404],
      [`GET /requests?customer=${rosa.uid}`, 404],
      [`GET /requests?for=${id}`, 403],
      [`GET /requests/ride?for=${id}`, 403],
      [`GET /cases/ABCD2345?for=${id}`, 403],
      [`POST /cases?for=${id}`, 403],
    ];
    for (const [line, status] of tries) {
      const answer = await app.call(line, line.startsWith("POST") ? {} : undefined);
      expect([line, answer.status]).toEqual([line, status]);
      expect(JSON.stringify(answer.body), line).not.toContain("secret ride");
    }
  });
});
