import { expect, test } from "vitest";
import {
  addCaller,
  callerAnswers,
  passCheck,
  sendAbout,
} from "../../../../tests/support/callers.ts";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { readEmails } from "../../../../tests/support/emails.ts";
import { accept } from "../../../../tests/support/helpers.ts";
import { signUpConfirmed } from "../../../../tests/support/portal.ts";
import { signInStaff } from "../../../../tests/support/staff.ts";
import { openTestApp, type TestApp } from "../../../../tests/support/test-app.ts";
import { days } from "../../../platform/contract/durations.ts";
import { type DeskHelper, helperDeskEndpoints } from "../contract/desk.ts";
import { helpingPath } from "../contract/helpers.ts";
import { sweepHelpers } from "./sweep.ts";

const email = "rosa@example.com";
const tom = { name: "Tom Delgado", relation: "Son", email: "", requests: "on" };

const subjectsTo = async ({ database }: TestApp, recipient: string) =>
  (await readEmails(database))
    .filter((one) => one.recipient === recipient && one.kind.startsWith("helper-"))
    .map(({ subject }) => subject);

describeEachDialect("helpers at the desk", (_open, createDatabase) => {
  test("are invited after a check of the caller, seen and ended by staff", async () => {
    const testApp = await openTestApp(createDatabase);
    const { uid } = await addCaller(testApp, email);
    const imani = await signInStaff(testApp, ["agent"], "Imani Bell");
    const unchecked = await sendAbout(imani, helperDeskEndpoints.invite, uid, tom);
    expect(unchecked.json().code).toBe("caller-unchecked");
    await passCheck(imani, uid, callerAnswers(email));
    const nothing = await sendAbout(imani, helperDeskEndpoints.invite, uid, {
      ...tom,
      requests: "",
    });
    expect(nothing.json().fields).toHaveProperty("requests");
    const invited = await sendAbout(imani, helperDeskEndpoints.invite, uid, tom);
    const { code } = invited.json();
    expect(code).toMatch(/^[A-Z0-9]{5}-[A-Z0-9]{5}$/);
    const helper = await signUpConfirmed(testApp, { firstName: "Tom", email: "tom@example.com" });
    const id = await accept(helper, code);
    await helper.request("GET", helpingPath(id));
    const list = (await sendAbout(imani, helperDeskEndpoints.list, uid)).json<DeskHelper[]>();
    expect(list).toMatchObject([
      {
        id,
        name: "Tom Delgado",
        relation: "Son",
        parts: ["requests"],
        invitedBy: "Imani Bell",
        acts: 1,
      },
    ]);
    expect((await sendAbout(imani, helperDeskEndpoints.end, id)).statusCode).toBe(200);
    expect((await helper.request("GET", helpingPath(id))).statusCode).toBe(403);
    expect((await sendAbout(imani, helperDeskEndpoints.list, uid)).json()).toEqual([]);
    expect((await sendAbout(imani, helperDeskEndpoints.end, id)).statusCode).toBe(404);
    expect(await subjectsTo(testApp, email)).toEqual([
      "Tom helps you now",
      "Tom looked at your requests",
      "Tom no longer helps you",
    ]);
    expect(await subjectsTo(testApp, "tom@example.com")).toEqual(["Your help for Ruth has ended"]);
    const audited = await testApp.database.db
      .selectFrom("events")
      .select(["actor", "data"])
      .where("kind", "=", "account")
      .where("data", "like", "%helper-%")
      .orderBy("id")
      .execute();
    expect(audited).toEqual([
      { actor: "Imani Bell", data: '{"act":"helper-invited"}' },
      { actor: "Imani Bell", data: '{"act":"helper-ended"}' },
    ]);
  });

  test("are reminded of, end after a year, and are forgotten a year later", async () => {
    const testApp = await openTestApp(createDatabase);
    const { context, clock, database } = testApp;
    const { uid } = await addCaller(testApp, email);
    const imani = await signInStaff(testApp, ["agent"], "Imani Bell");
    await passCheck(imani, uid, callerAnswers(email));
    const invite = async (name: string) =>
      (await sendAbout(imani, helperDeskEndpoints.invite, uid, { ...tom, name })).json().code;
    const helper = await signUpConfirmed(testApp, { firstName: "Tom", email: "tom@example.com" });
    const id = await accept(helper, await invite("Tom Delgado"));
    await invite("Ann Lee");
    const left = async () => {
      for (const _ of ["once", "again"]) await sweepHelpers(context);
      const rows = await database.db
        .selectFrom("helpers")
        .select(["name", "ended_by"])
        .orderBy("id")
        .execute();
      return rows.map(({ name, ended_by: by }) => [name, by]);
    };
    clock.now += days(27);
    expect(await left()).toEqual([
      ["Tom Delgado", null],
      ["Ann Lee", null],
    ]);
    clock.now += days(1);
    expect(await left()).toEqual([
      ["Tom Delgado", null],
      ["Ann Lee", "expired"],
    ]);
    clock.now += days(308);
    expect(await left()).toEqual([["Tom Delgado", null]]);
    clock.now += days(29);
    expect(await left()).toEqual([["Tom Delgado", "expired"]]);
    expect(await subjectsTo(testApp, email)).toEqual([
      "Tom helps you now",
      "The help of Tom ends on June 27, 2027",
      "Tom no longer helps you",
    ]);
    expect((await sendAbout(imani, helperDeskEndpoints.end, id)).statusCode).not.toBe(200);
    clock.now += days(365);
    expect(await left()).toEqual([]);
    const events = await database.db
      .selectFrom("webhook_messages")
      .select("event")
      .where("event", "=", "helper.ended")
      .execute();
    expect(events).toHaveLength(2);
  });
});
