import { expect, test } from "vitest";
import { openProgram } from "../../../../../tests/support/api.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { linkIn } from "../../../../../tests/support/emails.ts";
import { signUp } from "../../../../../tests/support/portal.ts";
import { readAudit } from "../../../../../tests/support/staff.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";
import { hours } from "../../../../platform/contract/durations.ts";

/* The contract of customers for programs, in the order of issue 36. */

const ada = { email: "Ada@example.com", firstName: " Ada ", lastName: "Byron" };
const details = { phone: "(303) 555-0100", addressLine1: "1 Elm St", city: "Boulder" };

describeEachDialect("customers for programs", (_open, createDatabase) => {
  async function openSite() {
    const site = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    const ruth = await signUp(site.app);
    const { call } = await openProgram(site, "customers:write", "requests:write");
    const { db } = site.database;
    const traces = async () => ({
      audit: (await readAudit(site))
        .filter(([kind, actor]) => kind === "change" && actor?.startsWith("API"))
        .map(([, , what]) => what),
      emails: (await db.selectFrom("mail_outbox").select("id").execute()).length,
      accounts: (await db.selectFrom("accounts").select("uid").execute()).length,
    });
    return { ...site, ruth, call, traces };
  }

  test("POST creates a customer, and emails a link only with invite", async () => {
    const { call, traces, database, clock } = await openSite();
    const before = await traces();
    const dry = await call("POST /customers?dryRun=true", { ...ada, ...details });
    expect([dry.status, dry.headers["dry-run"], await traces()]).toEqual([201, "true", before]);
    const key = { "idempotency-key": "ada" };
    const made = await call("POST /customers", { ...ada, ...details }, key);
    const { uid } = made.body;
    expect([made.status, made.headers.location]).toEqual([201, `/api/v1/customers/${uid}`]);
    expect(made.body).toEqual({
      uid: expect.any(String),
      email: ada.email,
      emailConfirmed: false,
      firstName: "Ada",
      lastName: "Byron",
      ...details,
      state: "",
      zip: "",
      supportId: expect.stringMatching(/^[0-9A-Z]{8}$/),
      externalIds: [],
      createdAt: expect.any(String),
    });
    const again = await call("POST /customers", { ...ada, ...details }, key);
    expect([again.status, again.headers["idempotency-replayed"]]).toEqual([201, "true"]);
    expect([again.body, again.headers.etag]).toEqual([made.body, made.headers.etag]);
    expect(await traces()).toEqual({
      audit: ["Added the customer"],
      emails: before.emails,
      accounts: before.accounts + 1,
    });
    clock.now += hours(24);
    const bob = { ...ada, email: "bob@example.com" };
    expect((await call("POST /customers", bob, key)).body.email).toBe(bob.email);
    const invited = { ...ada, email: "bea@example.com", invite: true };
    expect((await call("POST /customers", invited)).status).toBe(201);
    expect((await traces()).emails).toBe(before.emails + 1);
    expect(await linkIn(database, "added-by-staff")).toBeTruthy();
    for (const [sent, status, code, errors] of [
      [{ ...ada, email: "ADA@example.com" }, 409, "email-taken", []],
      [{ ...ada, email: "" }, 422, "invalid", [{ pointer: "/email" }]],
      [{ ...ada, email: "x@No-Email.invalid" }, 422, "invalid", [{ pointer: "/email" }]],
      [{ ...ada, email: "x" }, 422, "invalid", [{ pointer: "/email" }]],
      [{ ...ada, phone: "x".repeat(300) }, 422, "invalid", [{ pointer: "/phone" }]],
      [{ email: "c@example.com" }, 422, "required", ["/firstName", "/lastName"]],
      [{ ...ada, password: "x" }, 422, "unknown-field", [{ pointer: "/password" }]],
      [{ ...ada, lastName: "\u0000" }, 422, "invalid", [{ pointer: "/lastName" }]],
      [{ ...ada, invite: "true" }, 422, "invalid", [{ pointer: "/invite" }]],
    ] as const) {
      const { body, status: answered } = await call("POST /customers", sent);
      const named = errors.map((one) => (typeof one === "string" ? { pointer: one } : one));
      expect([sent, answered]).toEqual([sent, status]);
      expect(body.errors).toMatchObject(named);
      if (status === 409) expect(body).toMatchObject({ code, uid });
      else expect(body).toMatchObject({ code: "invalid" });
    }
  });

  test("several programs that create one customer at once create one", async () => {
    const { call } = await openSite();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => call("POST /customers", ada)),
    );
    const [made, ...others] = answers.sort((one, other) => one.status - other.status);
    expect(made?.status).toBe(201);
    for (const { status, body } of others) {
      expect([status, body.code, body.uid]).toEqual([409, "email-taken", made?.body.uid]);
    }
  });

  test("finds by email, phone and external id, and links ids", async () => {
    const { call, ruth, traces } = await openSite();
    const { uid } = (await call("POST /customers", { ...ada, ...details })).body;
    const link = `PUT /customers/${uid}/external-ids`;
    const before = await traces();
    for (const [line, body, status, code] of [
      [`${link}/app?dryRun=true`, { id: "a-1" }, 201],
      [`${link}/app`, { id: "a-0" }, 201],
      [`${link}/app`, { id: "a-1" }, 200],
      [`${link}/app`, { id: "a-1" }, 200],
      [`${link}/crm`, { id: "r-1" }, 201],
      [`PUT /customers/${ruth.uid}/external-ids/app`, { id: "r-1" }, 201],
      [`PUT /customers/${ruth.uid}/external-ids/app`, { id: "a-1" }, 409, "external-id-taken"],
      [`${link}/A`, { id: "a-2" }, 422, "invalid"],
      [`${link}/app`, { id: "a 2" }, 422, "invalid-external-id"],
      [`${link}/app`, {}, 422, "invalid"],
      ["PUT /customers/no/external-ids/app", { id: "a-2" }, 404, "not-found"],
    ] as const) {
      const answer = await call(line, body);
      expect([line, body, answer.status, answer.body.code]).toEqual([line, body, status, code]);
      if (status === 409) expect(answer.body.uid).toBe(uid);
    }
    expect((await traces()).audit.slice(before.audit.length)).toEqual([
      "Linked its id in app",
      "Linked its id in app",
      "Linked its id in crm",
      "Linked its id in app",
    ]);
    for (const [query, found] of [
      ["email=ADA@example.com", [uid]],
      ["phone=303-555-0100", [uid]],
      ["phone=%2B1%20303%20555%200100", [uid]],
      ["externalId=a-1", [uid]],
      ["externalId=a-0", []],
      ["externalId=r-1", [ruth.uid, uid]],
      ["email=none@example.com", []],
      ["phone=x", []],
    ] as const) {
      const { status, body } = await call(`GET /customers?${query}`);
      const uids = body.customers.map((one: { uid: string }) => one.uid);
      expect([query, status, uids]).toEqual([query, 200, found]);
    }
    for (const query of ["", "email=", "email=a&phone=b", "name=Ada"]) {
      expect([query, (await call(`GET /customers?${query}`)).status]).toEqual([query, 422]);
    }
    const { body, headers } = await call(`GET /customers/${uid}`);
    expect(body.externalIds).toEqual([
      { system: "app", id: "a-1" },
      { system: "crm", id: "r-1" },
    ]);
    expect(headers.etag).toBeTypeOf("string");
    expect((await call("GET /customers/none")).status).toBe(404);
    const request = { requestTitle: "Ride", assignedTo: "", assignedToUid: "" };
    const rest = { requestCompleted: false, dateCompleted: null, price: null };
    for (const [externalId, status, code] of [
      ["a-1", 201, undefined],
      ["r-1", 422, "ambiguous-customer"],
    ] as const) {
      const put = { customer: { externalId }, ...request, ...rest };
      const delivered = await call(`PUT /requests/${externalId}`, put);
      expect([delivered.status, delivered.body.code]).toEqual([status, code]);
    }
  });

  test("PATCH changes name, phone and address of the version that was read", async () => {
    const { call, ruth, traces } = await openSite();
    const line = `PATCH /customers/${ruth.uid}`;
    const { headers, body: before } = await call(`GET /customers/${ruth.uid}`);
    const etag = String(headers.etag);
    const { emails } = await traces();
    const json = { "content-type": "application/json" };
    for (const [sent, status, expected, others] of [
      [{}, 200, before],
      [{ phone: "720-555-0123" }, 200, { phone: "720-555-0123" }, { "if-match": etag }],
      [
        { phone: "720-555-0124" },
        412,
        { current: { phone: "720-555-0123" } },
        { "if-match": etag },
      ],
      [{ firstName: "Ruthie", state: "co" }, 200, { firstName: "Ruthie", state: "CO" }, json],
      [{ zip: "80301", addressLine1: "" }, 200, { zip: "80301", addressLine1: "" }],
      [{ email: "new@example.com" }, 422, { errors: [{ pointer: "/email" }] }],
      [{ firstName: "" }, 422, { errors: [{ pointer: "/firstName" }] }],
      [{ phone: null }, 422, { errors: [{ pointer: "/phone" }] }],
    ] as const) {
      const answer = await call(line, sent, others);
      expect([sent, answer.status]).toEqual([sent, status]);
      expect(answer.body).toMatchObject(expected);
    }
    expect((await call(`${line}?dryRun=true`, { city: "X" })).body.city).toBe("X");
    expect((await call("PATCH /customers/no", {})).status).toBe(404);
    const { body } = await call(`GET /customers/${ruth.uid}`);
    expect([body.city, body.email]).toEqual([before.city, before.email]);
    const left = await traces();
    expect(left.emails).toBe(emails);
    expect(left.audit).toEqual([
      "Corrected: Phone",
      "Corrected: First name",
      "Corrected: ZIP code",
    ]);
  });
});
