import { expect, test } from "vitest";
import { makeAllCases, submitForm } from "../../../../../tests/support/cases.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { readAudit, signInStaff } from "../../../../../tests/support/staff.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";
import { pathOf } from "../../../../platform/contract/define-endpoint.ts";
import { seconds } from "../../../../platform/contract/durations.ts";
import { replyLimits } from "../../contract/replies.ts";
import { replyEndpoints, templateEndpoints } from "../../contract/reply-endpoints.ts";
import { sendDueReplies } from "./send-due.ts";

const path = pathOf(templateEndpoints.list);
const shared = { name: "Ask which phone", text: "Hello {{first name}}", isShared: true };
const own = { name: "Short thanks", text: "Thank you.", isShared: false };

describeEachDialect("templates", (_open, createDatabase, engine) => {
  test("are changed by their author, and shared ones with the settings permission", async () => {
    const testApp = await openTestApp(createDatabase);
    const imani = await signInStaff(testApp, ["agent"], "Imani Bell");
    const paul = await signInStaff(testApp, ["agent"], "Paul Eriksen");
    const admin = await signInStaff(testApp, ["admin"], "Ada Min");
    const list = async (who: typeof imani) =>
      (await who.request("GET", path))
        .json()
        .templates.map((one: Record<string, unknown>) => [one.name, one.isEditable]);
    const { id } = (await imani.request("POST", path, shared)).json();
    const { id: ownId } = (await imani.request("POST", path, own)).json();
    expect(await list(imani)).toEqual([
      [shared.name, true],
      [own.name, true],
    ]);
    expect(await list(paul)).toEqual([[shared.name, false]]);
    expect(await list(admin)).toEqual([[shared.name, true]]);
    const renamed = { ...shared, name: "Which phone" };
    expect((await paul.request("PUT", `${path}/${id}`, renamed)).statusCode).toBe(403);
    expect((await paul.request("DELETE", `${path}/${id}`)).statusCode).toBe(403);
    expect((await paul.request("DELETE", `${path}/${ownId}`)).statusCode).toBe(404);
    expect((await admin.request("PUT", `${path}/${ownId}`, renamed)).statusCode).toBe(404);
    expect((await admin.request("PUT", `${path}/${id}`, renamed)).statusCode).toBe(200);
    expect((await imani.request("DELETE", `${path}/${ownId}`)).statusCode).toBe(200);
    expect(await list(imani)).toEqual([["Which phone", true]]);
    const audit = (await readAudit(testApp)).filter(([kind]) => kind === "change");
    expect(audit).toEqual([
      ["change", "Imani Bell", "Added a shared template", "Templates"],
      ["change", "Ada Min", "Changed a shared template", "Templates"],
    ]);
  });

  test("are audited when they become shared, private again, or are removed", async () => {
    const testApp = await openTestApp(createDatabase);
    const imani = await signInStaff(testApp, ["agent"], "Imani Bell");
    const { id } = (await imani.request("POST", path, own)).json();
    for (const next of [shared, own, own, shared]) {
      expect((await imani.request("PUT", `${path}/${id}`, next)).statusCode).toBe(200);
    }
    await imani.request("DELETE", `${path}/${id}`);
    const lines = (await readAudit(testApp)).flatMap(([kind, , what]) =>
      kind === "change" ? [what] : [],
    );
    // The change of the private one is not among them.
    expect(lines).toEqual([
      "Changed a shared template",
      "Changed a shared template",
      "Changed a shared template",
      "Removed a shared template",
    ]);
  });

  if (engine !== "sqlite") return;

  test("have limits, and are named with the reply made from them", async () => {
    const testApp = await openTestApp(createDatabase);
    const imani = await signInStaff(testApp, ["agent"], "Imani Bell");
    for (const bad of [
      { ...own, name: " " },
      { ...own, text: "" },
      { ...own, name: "a".repeat(replyLimits.templateName + 1) },
      { ...own, isShared: 1 },
    ]) {
      expect((await imani.request("POST", path, bad)).statusCode).toBe(400);
    }
    let id = "";
    for (let count = 0; count < replyLimits.templates; count += 1) {
      id = (await imani.request("POST", path, own)).json().id;
    }
    expect((await imani.request("POST", path, own)).statusCode).toBe(422);
    const message = { name: "Helen", email: "helen@example.com", phone: "", message: "Hello" };
    const reference = await submitForm(testApp, message);
    await makeAllCases(testApp);
    const reply = { text: "Thanks.", blanks: {}, statusAfter: "done", templateId: id, version: 1 };
    await imani.request("POST", pathOf(replyEndpoints.send).replace(":id", reference), reply);
    const rows = await testApp.database.db.selectFrom("conversation_replies").selectAll().execute();
    expect(rows).toMatchObject([{ template: own.name, status_after: "done" }]);
    // A private template of another is not named.
    const paul = await signInStaff(testApp, ["agent"], "Paul Eriksen");
    testApp.clock.now += seconds(11);
    await sendDueReplies(testApp.context);
    const { version } = await testApp.database.db
      .selectFrom("cases")
      .select("version")
      .executeTakeFirstOrThrow();
    const again = { ...reply, version: Number(version) };
    const sent = await paul.request(
      "POST",
      pathOf(replyEndpoints.send).replace(":id", reference),
      again,
    );
    expect(sent.statusCode).toBe(200);
    const replies = testApp.database.db.selectFrom("conversation_replies").select("template");
    expect((await replies.orderBy("id").execute()).map(({ template }) => template)).toEqual([
      own.name,
      "",
    ]);
  });
});
