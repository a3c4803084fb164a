import { expect, test } from "vitest";
import { picturesPath, profilePicturePath } from "../../src/features/customers/contract/profile.ts";
import { personHeader } from "../../src/platform/contract/define-endpoint.ts";
import { paths } from "../../src/platform/contract/paths.ts";
import { apiPaths } from "../support/api-paths.ts";
import { describeOnSqlite } from "../support/dialects.ts";
import { listGuarded } from "../support/guarded-routes.ts";
import {
  createPersonWithData,
  passkeySite,
  readPersonalRows,
} from "../support/person-with-data.ts";
import { newAccount, signUp } from "../support/portal.ts";
import { openTestApp } from "../support/test-app.ts";

describeOnSqlite("access control", (_open, createDatabase) => {
  test("endpoints that are not public reject anonymous requests", async () => {
    const { app } = await openTestApp(createDatabase);
    const guarded = await listGuarded(app);
    expect(guarded.length).toBeGreaterThan(20);
    // Includes routes of nested plugins.
    const urls = guarded.map(({ url }) => url);
    expect(urls).toEqual(expect.arrayContaining([apiPaths.picture, `${picturesPath}/*`]));
    for (const { method, url } of guarded) {
      for (const cookie of ["", "session=made-up", `session=${"A".repeat(43)}`]) {
        const response = await app.inject({
          method,
          url: url.replace(":id", "marker-request").replace("*", profilePicturePath("somebody")),
          headers: { cookie, "sec-fetch-site": "same-origin" },
        });
        expect([method, url, response.statusCode]).toEqual([method, url, 401]);
      }
    }
  });

  test("a change from a stale page never reaches another account that has logged in since", async () => {
    const testApp = await openTestApp(createDatabase);
    const { app } = testApp;
    const ruth = await signUp(app);
    const marcus = await signUp(app, { email: "marcus@example.com" });
    expect((await ruth.request("GET", apiPaths.settings)).headers[personHeader]).toBe(ruth.uid);
    const shown = (await ruth.request("GET", apiPaths.profile)).headers[personHeader];
    expect(shown).toBe(ruth.uid);
    const before = await readPersonalRows(testApp, marcus);
    const leavesOnly = new Set<string>([apiPaths.logout]);
    for (const { method, url } of await listGuarded(app)) {
      if (method === "GET" || leavesOnly.has(url)) continue;
      const body = { version: 1, changes: { city: "Denver" }, password: newAccount.password };
      const headers = { [personHeader]: String(shown) };
      const response = await marcus.request(method, url.replace(":id", "any"), body, headers);
      expect([method, url, response.statusCode]).toEqual([method, url, 401]);
    }
    expect(await readPersonalRows(testApp, marcus)).toEqual(before);
    const left = await marcus.request("POST", apiPaths.logout, undefined, {
      [personHeader]: ruth.uid,
    });
    expect(left.statusCode).toBe(200);
    expect((await marcus.request("GET", apiPaths.profile)).statusCode).toBe(401);
  });

  test("portal pages are the same for everybody, with no-store", async () => {
    const testApp = await openTestApp(createDatabase, { PUBLIC_URL: passkeySite });
    const { app } = testApp;
    const ruth = await createPersonWithData(testApp, "ruth");
    for (const url of [paths.profile, paths.editProfile, paths.settings, paths.request]) {
      const own = await app.inject({ url, headers: { cookie: ruth.cookie } });
      const strange = await app.inject({ url });
      expect(own.body).toBe(strange.body);
      expect(own.headers["cache-control"]).toBe("no-store");
    }
  });
});
