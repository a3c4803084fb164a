import { expect, onTestFinished, test } from "vitest";
import { makeAllCases, submitForm } from "../../../../../tests/support/cases.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { readEmails } from "../../../../../tests/support/emails.ts";
import { testPasswords } from "../../../../../tests/support/passwords.ts";
import {
  type SignedInStaff,
  signInAgain,
  signInStaff,
  staffPassword,
} from "../../../../../tests/support/staff.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import {
  type AnyEndpoint,
  personHeader,
  readEndpoint,
  withId,
} from "../../../../platform/contract/define-endpoint.ts";
import { liveEndpoints } from "../../../../platform/contract/desk/live.ts";
import {
  deskLoginEndpoints,
  ownSignInEndpoints,
  staffEndpoints,
} from "../../../../platform/contract/desk/staff.ts";
import { minutes, seconds } from "../../../../platform/contract/durations.ts";
import { inboxTopic } from "../../../messages/contract/inbox.ts";
import { inboxEndpoints } from "../../../messages/contract/inbox-endpoints.ts";
import { sendDelaySeconds } from "../../../messages/contract/replies.ts";
import { replyEndpoints, templateEndpoints } from "../../../messages/contract/reply-endpoints.ts";
import { sendDueReplies } from "../../../messages/server/replies/send-due.ts";
import { changeRoles, disableStaff } from "../manage-staff.ts";
import { issueStaffLink } from "../sign-in/staff-tokens.ts";
import { commandLine } from "../write-audit.ts";

const rosa = { name: "Rosa Lind", email: "rosa@example.com", message: "The door does not open." };
const answer = { text: "Try the side door.", blanks: {}, statusAfter: "done", templateId: "" };
const newPassword = "nine quiet harbors";

function call({ request }: SignedInStaff, endpoint: AnyEndpoint, id = "", body?: object) {
  const { method, path } = readEndpoint(withId(endpoint, id));
  return request(method, path, body);
}

async function openCase(testApp: TestApp, person = rosa) {
  testApp.clock.now += minutes(11);
  const reference = await submitForm(testApp, person);
  await makeAllCases(testApp);
  return reference;
}

/** Ways to end a staff member's session, from their own page, another one, a link, or a command. */
const removals = {
  "log-out": (_desk, _admin, { own }) => call(own, deskLoginEndpoints.logout),
  disabled: (_desk, admin, { own }) => call(admin, staffEndpoints.disable, own.id),
  "disabled by a command": ({ database, context }, _admin, { own }) =>
    database.write((trx) => disableStaff(trx, { actor: commandLine }, own.id, context)),
  roles: (_desk, admin, { own }) =>
    call(admin, staffEndpoints.changeRoles, own.id, { roles: ["newsletter"] }),
  "roles by a command": ({ database, context }, _admin, { own }) =>
    database.write((trx) =>
      changeRoles(trx, { actor: commandLine }, { id: own.id, roles: ["privacy"] }, context),
    ),
  "second factor reset": (_desk, admin, { own }) =>
    call(admin, staffEndpoints.resetSecondFactor, own.id),
  "password changed elsewhere": (_desk, _admin, { elsewhere }) =>
    call(elsewhere, ownSignInEndpoints.changePassword, "", {
      password: staffPassword,
      newPassword,
    }),
  "password by a link": async ({ database, clock }, _admin, { own }) => {
    const token = await database.write((trx) =>
      issueStaffLink(trx, "new-password", own.id, clock.now),
    );
    return call(own, deskLoginEndpoints.acceptInvitation, "", { token, password: newPassword });
  },
} satisfies Record<
  string,
  (
    desk: TestApp,
    admin: SignedInStaff,
    person: { readonly own: SignedInStaff; readonly elsewhere: SignedInStaff },
  ) => Promise<unknown>
>;

const causes = Object.keys(removals) as (keyof typeof removals)[];

async function signInTwice(testApp: TestApp, name: string) {
  const own = await signInStaff(testApp, ["agent"], name);
  const elsewhere = await signInAgain(testApp, name);
  if (!elsewhere) throw new Error(`${name} is not stored.`);
  const password_hash = await testPasswords.hash(staffPassword);
  await testApp.database.write((trx) =>
    trx.updateTable("staff").set({ password_hash }).where("id", "=", own.id).execute(),
  );
  return { own, elsewhere };
}

/** Marks the end of a stream; no reference of a record has it. */
const ended = "<ended>";

async function openStream({ app }: TestApp, { cookie }: SignedInStaff) {
  const address = app.server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const closing = new AbortController();
  onTestFinished(() => closing.abort());
  const response = await fetch(
    `http://127.0.0.1:${port}${readEndpoint(liveEndpoints.events).path}`,
    {
      headers: { cookie },
      signal: closing.signal,
    },
  );
  expect(response.status).toBe(200);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let seen = "";
  /** Reads until a text arrives, or to the end. @returns everything so far */
  return async (text?: string): Promise<string> => {
    while (text === undefined || !seen.includes(text)) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done) return `${seen}${ended}`;
      seen += value;
    }
    return seen;
  };
}

describeEachDialect("staff who may no longer read", (_open, createDatabase, engine) => {
  test("get nothing more from an open stream, whatever ended their session", async () => {
    const desk = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    await desk.app.listen({ host: "127.0.0.1", port: 0 });
    const admin = await signInStaff(desk, ["admin"], "Ada Olsen");
    const reference = await openCase(desk);
    const people = await Promise.all(causes.map((cause) => signInTwice(desk, `Ray ${cause}`)));
    const streams = await Promise.all(people.map(({ own }) => openStream(desk, own)));
    const kept = await openStream(desk, admin);
    const present = { topic: inboxTopic, reference, state: "reading" };
    await Promise.all(people.map(({ own }) => call(own, liveEndpoints.present, "", present)));
    await Promise.all(streams.map((read) => read("event: change")));
    for (const [index, cause] of causes.entries()) {
      const person = people[index];
      if (person) await removals[cause](desk, admin, person);
    }
    const endedAt = performance.now();
    const after = await openCase(desk, { ...rosa, email: "nils@example.com" });
    const texts = await Promise.all(streams.map((read) => read()));
    expect(performance.now() - endedAt).toBeLessThan(seconds(3));
    for (const [index, text] of texts.entries()) {
      expect([causes[index], text.includes(after), text.endsWith(ended)]).toEqual([
        causes[index],
        false,
        true,
      ]);
    }
    expect(await kept(after)).not.toContain(ended);
    // Nobody seems to have the case open whose session ended.
    const open = (await call(admin, inboxEndpoints.read, reference)).json().openBy;
    const withRoles = causes.flatMap((cause, index) =>
      cause.startsWith("roles") ? [] : [people[index]?.own.id],
    );
    expect(open.filter((id: string) => withRoles.includes(id))).toEqual([]);
  });

  test("leave their unsent reply to a coworker, who takes it over once", async () => {
    const desk = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    const admin = await signInStaff(desk, ["admin"], "Ada Olsen");
    const lea = await signInStaff(desk, ["agent"], "Lea Falk");
    const ray = await signInStaff(desk, ["agent"], "Ray Moss");
    const reference = await openCase(desk);
    const read = async (one: SignedInStaff) =>
      (await call(one, inboxEndpoints.read, reference)).json();
    const template = { name: "Doors", text: answer.text, isShared: false };
    const { id: templateId } = (await call(ray, templateEndpoints.add, "", template)).json();
    await call(ray, replyEndpoints.saveDraft, reference, { ...answer, templateId });
    expect(await read(lea)).toMatchObject({ draft: null, leftDrafts: [] });
    await call(admin, staffEndpoints.disable, ray.id);
    const [left] = (await read(lea)).leftDrafts;
    expect(left).toMatchObject({ name: "Ray Moss", text: answer.text });
    await call(lea, replyEndpoints.saveDraft, reference, { ...answer, text: "Hello Rosa," });
    const taken = await call(lea, replyEndpoints.takeOver, reference, { draft: left.id });
    expect(taken.json()).toMatchObject({
      // Not the private template of another.
      draft: { text: `Hello Rosa,\n\n${answer.text}`, templateId: "" },
      leftDrafts: [],
      history: [{ what: "Took over the unsent reply of Ray Moss", staffId: lea.id }],
    });
    const again = await call(admin, replyEndpoints.takeOver, reference, { draft: left.id });
    expect(again.statusCode).toBe(404);
  });

  test("cannot act as who logged in after them in the same browser", async () => {
    const desk = await openTestApp(createDatabase);
    const lea = await signInStaff(desk, ["agent"], "Lea Falk");
    const ray = await signInStaff(desk, ["agent"], "Ray Moss");
    const reference = await openCase(desk);
    const { method, path } = readEndpoint(withId(replyEndpoints.saveDraft, reference));
    const save = (shown: string) =>
      lea.request(method as "PUT", path, answer, { [personHeader]: shown });
    expect((await save(ray.id)).statusCode).toBe(401);
    expect((await save(lea.id)).statusCode).toBe(200);
  });

  if (engine !== "sqlite") return;

  test.each(causes)("do not send the reply that waits: %s", async (cause) => {
    const desk = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    const admin = await signInStaff(desk, ["admin"], "Ada Olsen");
    const person = await signInTwice(desk, "Ray Moss");
    const reference = await openCase(desk);
    await call(person.own, replyEndpoints.send, reference, { ...answer, version: 1 });
    desk.clock.now += seconds(sendDelaySeconds - 1);
    await removals[cause](desk, admin, person);
    // At once, not only when it would have been due.
    const read = async () => (await call(admin, inboxEndpoints.read, reference)).json();
    expect((await read()).sending).toBeNull();
    desk.clock.now += seconds(1);
    await Promise.all([sendDueReplies(desk.context), sendDueReplies(desk.context)]);
    const emails = await readEmails(desk.database);
    expect(emails.filter(({ kind }) => kind === "reply")).toEqual([]);
    const drafts = await desk.database.db
      .selectFrom("conversation_drafts")
      .select(["staff_id", "text"])
      .execute();
    expect(drafts).toEqual([{ staff_id: person.own.id, text: answer.text }]);
    const { history, status } = await read();
    expect(status).toBe("new");
    expect(history.at(-1).what).toMatch(/^Reply not sent: /);
    const late = await call(person.own, replyEndpoints.saveDraft, reference, answer);
    expect(late.statusCode).toBe(cause.startsWith("roles") ? 403 : 401);
  });
});
