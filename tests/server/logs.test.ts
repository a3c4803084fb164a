import { expect, test } from "vitest";
import { inboxEndpoints } from "../../src/features/messages/contract/inbox-endpoints.ts";
import { pathOf } from "../../src/platform/contract/define-endpoint.ts";
import { apiPaths } from "../support/api-paths.ts";
import { makeAllCases, submitForm } from "../support/cases.ts";
import { describeOnSqlite } from "../support/dialects.ts";
import { newAccount, signUp } from "../support/portal.ts";
import { signInStaff } from "../support/staff.ts";
import { openTestApp } from "../support/test-app.ts";

interface Line {
  readonly level: number;
  readonly time: string;
  readonly reqId: string;
  readonly msg: string;
  readonly req?: { readonly method: string; readonly path: string };
  readonly status?: number;
}

describeOnSqlite("the log", (_open, createDatabase) => {
  async function openLogged() {
    const written: string[] = [];
    const logs = { write: (line: string) => void written.push(line) };
    const testApp = await openTestApp(createDatabase, { LOG_LEVEL: "info" }, logs);
    const requests = () =>
      written.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg === "request");
    return { ...testApp, written, requests };
  }

  test("has every successful and failed sign-in with time, request and status", async () => {
    const { app, written, requests } = await openLogged();
    await signUp(app);
    const { email, password } = newAccount;
    for (const tried of [password, "not my pears"]) {
      await app.inject({
        method: "POST",
        url: apiPaths.login,
        payload: { email, password: tried },
      });
    }
    await app.inject(apiPaths.profile);
    await app.inject({ method: "POST", url: apiPaths.logout });
    const logged = requests().map(({ req, status }) => [req?.method, req?.path, status]);
    expect(logged).toEqual([
      ["POST", apiPaths.createAccount, 201],
      ["GET", apiPaths.session, 200],
      ["POST", apiPaths.login, 200],
      ["POST", apiPaths.login, 401],
      ["GET", apiPaths.profile, 401],
      ["POST", apiPaths.logout, 403],
    ]);
    for (const { time, reqId } of requests()) {
      expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(60_000);
      expect(reqId).toMatch(/^[0-9a-f-]{36}$/);
    }
    expect(written.join("")).not.toMatch(/ruth@|apples|pears/);
  });

  test("has no undo token of a desk change", async () => {
    const { written, requests, ...testApp } = await openLogged();
    const values = { name: "Helen Brandt", email: "helen@example.com", message: "Too small" };
    const reference = await submitForm(testApp, values);
    await makeAllCases(testApp);
    const imani = await signInStaff(testApp, ["agent"], "Imani Bell");
    const changed = await imani.request("POST", pathOf(inboxEndpoints.changeMany), {
      cases: [{ reference, version: 1 }],
      edit: { status: "done" },
    });
    const { undo } = changed.json();
    const undone = await imani.request("POST", pathOf(inboxEndpoints.undo), { undo });
    expect(undone.json()).toEqual({ restored: 1 });
    expect(requests().at(-1)).toMatchObject({ status: 200, req: { method: "POST" } });
    expect(written.join("")).not.toContain(undo);
  });

  test("has one line of JSON per request, whatever the request contains", async () => {
    const { app, written, requests } = await openLogged();
    const nasty = '/api/x\r\n{"level":60}\u001b[2J"\u2028';
    const lineFeeds = `/api/${"%0a".repeat(20)}`;
    for (const url of [nasty, encodeURI(nasty), lineFeeds]) {
      await app.inject({ url, headers: { "user-agent": 'a" \u001b[31m', host: "a\tb" } });
    }
    expect(requests()).toHaveLength(3);
    // As sent, so that different paths remain distinguishable.
    expect(requests().at(-1)?.req?.path).toBe(lineFeeds);
    for (const line of written) {
      expect(line.trimEnd()).not.toContain("\n");
      // No control characters.
      expect([...line.trimEnd()].every((sign) => sign >= " ")).toBe(true);
      expect(JSON.parse(line).level).toBe(30);
    }
  });
});
