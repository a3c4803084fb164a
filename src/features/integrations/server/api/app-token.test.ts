import { expect, test } from "vitest";
import { openProgram, programWith } from "../../../../../tests/support/api.ts";
import { AppBrowser, openAppClient } from "../../../../../tests/support/app-client.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { signUp } from "../../../../../tests/support/portal.ts";

const request = {
  requestTitle: "Ride",
  assignedTo: "Tom",
  assignedToUid: "tom",
  requestCompleted: false,
  dateCompleted: null,
  price: null,
};
const message = { supportId: "S-1", text: "The app is stuck." };

describeEachDialect("access tokens of customers' apps", (_open, createDatabase) => {
  test("reach the customer's own cases and requests, and nothing else", async () => {
    const client = await openAppClient(createDatabase);
    const { testApp } = client;
    const ruth = await signUp(testApp.app);
    const other = await signUp(testApp.app, { email: "other@example.com" });
    const program = await openProgram(testApp, "requests:write", "cases:write");
    for (const [id, uid] of [
      ["own", ruth.uid],
      ["foreign", other.uid],
    ]) {
      const body = { ...request, customer: { uid } };
      expect((await program.call(`PUT /requests/${id}`, body)).status).toBe(201);
    }
    const foreign = await program.call("POST /cases", { ...message, customer: { uid: other.uid } });
    const foreignCase = foreign.body.reference;
    const tokenFor = async (scope: string) =>
      programWith(
        testApp,
        (await client.getTokens(new AppBrowser(testApp), { scope })).access_token,
      );
    const app = await tokenFor("openid offline_access cases requests");

    const opened = await app.call("POST /cases", message);
    expect(opened.status).toBe(201);
    const path = `/cases/${opened.body.reference}`;
    expect((await app.call(`POST ${path}/messages`, { text: "It works again." })).status).toBe(201);
    const texts = (await app.call(`GET ${path}`)).body.messages;
    expect(texts).toMatchObject([{ text: message.text }, { text: "It works again." }]);
    expect((await program.call(`GET ${path}?customer=${ruth.uid}`)).status).toBe(200);
    const listed = (await app.call("GET /requests")).body.requests;
    expect(listed.map(({ externalId }: { externalId: string }) => externalId)).toEqual(["own"]);
    expect((await app.call("GET /requests/own")).body.requestTitle).toBe("Ride");

    const refused: readonly (readonly [string, number, object?])[] = [
      ["GET /requests/foreign", 404],
      [`GET /requests?customer=${other.uid}`, 404],
      [`GET /cases/${foreignCase}`, 404],
      [`GET /cases/${foreignCase}?customer=${other.uid}`, 404],
      [`POST /cases/${foreignCase}/messages`, 404, { text: "Hello" }],
      ["POST /cases", 404, { ...message, customer: { uid: other.uid } }],
      ["PUT /requests/own", 401, { ...request, customer: { uid: ruth.uid } }],
      [`GET /customers?externalId=${ruth.uid}`, 401],
    ];
    for (const [line, status, body] of refused) {
      const answer = await app.call(line, body);
      expect([line, answer.status, answer.headers.etag]).toEqual([line, status, undefined]);
    }
    const narrow = await tokenFor("openid offline_access cases");
    expect((await narrow.call("GET /requests")).status).toBe(403);
    await ruth.request("DELETE", "/api/portal/settings/devices");
    expect((await app.call("GET /requests")).status).toBe(401);
  });
});
