import type { LightMyRequestResponse } from "fastify";
import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import { minutes } from "../../src/platform/contract/durations.ts";
import { describeOnSqlite } from "../support/dialects.ts";
import { listGuarded } from "../support/guarded-routes.ts";
import {
  createPersonWithData,
  passkeySite,
  readPersonalRows,
} from "../support/person-with-data.ts";
import { everyPortalEndpoint } from "../support/portal-endpoints.ts";
import { openTestApp } from "../support/test-app.ts";

/** The text of a response, including the content of a zip file. */
function textOf({ headers, rawPayload, body }: LightMyRequestResponse): string {
  if (headers["content-type"] !== "application/zip") return body;
  return Object.values(unzipSync(rawPayload))
    .map((bytes) => Buffer.from(bytes).toString())
    .join("\n");
}

describeOnSqlite("portal endpoints", (_open, createDatabase) => {
  test("no endpoint reads or changes another person's data, and each works for its owner", async () => {
    const testApp = await openTestApp(createDatabase, { PUBLIC_URL: passkeySite });
    const guarded = (await listGuarded(testApp.app)).map(({ method, url }) => `${method} ${url}`);
    const tried = everyPortalEndpoint.map(({ route }) => route).sort();
    expect(tried, "the list in tests/support/portal-endpoints.ts").toEqual(guarded.sort());
    const ruth = await createPersonWithData(testApp, "ruth");
    const marcus = await createPersonWithData(testApp, "marcus");
    const before = await readPersonalRows(testApp, ruth);
    for (const [table, rows] of Object.entries(before)) expect(rows, table).not.toEqual([]);

    for (const { route, names, send } of everyPortalEndpoint) {
      const response = await send(marcus, ruth, testApp);
      const reason = `${route}: ${response.body}`;
      if (names) expect(response.statusCode, reason).toBe(404);
      else expect(response.statusCode, reason).toBeLessThan(300);
      expect(textOf(response), route).not.toContain(ruth.marker);
      expect(await readPersonalRows(testApp, ruth), route).toEqual(before);
    }
    expect((await readPersonalRows(testApp, marcus)).accounts).toEqual([]);

    for (const { route, send } of everyPortalEndpoint) {
      const response = await send(ruth, ruth, testApp);
      expect(response.statusCode, `${route}: ${response.body}`).toBeLessThan(300);
    }
  });

  test("no endpoint changes credentials without a recent reauthentication", async () => {
    const testApp = await openTestApp(createDatabase, { PUBLIC_URL: passkeySite });
    const ruth = await createPersonWithData(testApp, "ruth");
    const readSignIn = async () => {
      const { accounts, passkeys, recovery_codes, one_time_tokens } = await readPersonalRows(
        testApp,
        ruth,
      );
      const links = one_time_tokens?.filter((row) => "kind" in row && row.kind === "change-email");
      return { accounts, passkeys, recovery_codes, links };
    };
    const before = await readSignIn();
    testApp.clock.now += minutes(10) + 1;
    const guessing = Object.assign(Object.create(ruth), { password: "not my pears" });
    for (const { route, send, needs } of everyPortalEndpoint) {
      const response = await send(guessing, ruth, testApp);
      const reason = `${route}: ${response.body}`;
      if (needs === "reauthentication") expect(response.json().code, reason).toBe("confirm-needed");
      else if (needs === "password")
        expect(response.json().fields, reason).toHaveProperty("password");
      else expect(response.statusCode, reason).toBeLessThan(300);
      expect(await readSignIn(), route).toEqual(before);
    }
  });
});
