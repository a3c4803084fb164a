import { sql } from "kysely";
import { expect, test } from "vitest";
import { openProgram } from "../../../../../tests/support/api.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { signUp } from "../../../../../tests/support/portal.ts";
import { recordQueries } from "../../../../../tests/support/record-queries.ts";
import { readAudit } from "../../../../../tests/support/staff.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";
import { listChanged } from "./list-changed.ts";

/*
 * The contract of requests for programs, in the order of issue 36: each row is a call and what it
 * answers.
 */

const fields = {
  requestTitle: "Ride to an appointment",
  assignedTo: "Tom Reyes",
  assignedToUid: "tom",
  requestCompleted: false,
  dateCompleted: null,
  price: 24.5,
};

describeEachDialect("requests for programs", (_open, createDatabase, engine) => {
  async function openSite() {
    const site = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    const ruth = await signUp(site.app);
    const marcus = await signUp(site.app, { email: "marcus@example.com" });
    const { call } = await openProgram(site, "requests:write");
    const body = { customer: { uid: ruth.uid }, ...fields };
    const documents = () =>
      site.database.db
        .selectFrom("completed_requests")
        .select(["id", "uid", "request_title", "assigned_to", "assigned_to_uid"])
        .select(["request_completed", "date_completed", "price_cents"])
        .orderBy("id")
        .execute();
    const traces = async () => ({
      audit: (await readAudit(site)).filter(
        ([kind, actor]) => kind === "change" && actor?.startsWith("API"),
      ).length,
      emails: (await site.database.db.selectFrom("mail_outbox").select("id").execute()).length,
    });
    return { ...site, ruth, marcus, call, body, documents, traces };
  }

  test("PUT creates, replaces, and changes nothing the second time", async () => {
    const { call, body, ruth, documents, traces } = await openSite();
    const made = await call("PUT /requests/app:1", body);
    expect([made.status, made.headers.location]).toEqual([201, "/api/v1/requests/app:1"]);
    expect(made.headers.etag).toMatch(/^"[\w-]+"$/);
    expect(made.body).toEqual({
      externalId: "app:1",
      ...body,
      status: "in-progress",
      cancellation: null,
      reference: expect.stringMatching(/^[0-9A-Z]{8}$/),
    });
    const before = await traces();
    // The second is what a program may have calculated.
    for (const price of [24.5, 24.500000000000004]) {
      const again = await call("PUT /requests/app:1", { ...body, price });
      expect([again.status, again.headers.etag, again.body]).toEqual([
        200,
        made.headers.etag,
        made.body,
      ]);
    }
    expect(await traces()).toEqual(before);
    const done = { ...body, requestCompleted: true, dateCompleted: 1_780_000_000, price: null };
    const replaced = await call("PUT /requests/app:1", done);
    expect([replaced.status, replaced.body.status]).toEqual([200, "completed"]);
    expect(replaced.headers.etag).not.toBe(made.headers.etag);
    expect(await documents()).toEqual([
      {
        id: "app:1",
        uid: ruth.uid,
        request_title: fields.requestTitle,
        assigned_to: "Tom Reyes",
        assigned_to_uid: "tom",
        request_completed: 1,
        date_completed: 1_780_000_000,
        price_cents: null,
      },
    ]);
    expect(await traces()).toEqual({ ...before, audit: before.audit + 1 });
  });

  test("names the customer by email and external id too", async () => {
    const { call, body, ruth, database } = await openSite();
    const linked = { id: "app/r-1", system: "app", external_id: "r-1", uid: ruth.uid };
    await database.write((trx) => trx.insertInto("customer_external_ids").values(linked).execute());
    for (const customer of [{ email: "RUTH@example.com" }, { externalId: "r-1" }]) {
      const { status, body: found } = await call("PUT /requests/n", { ...body, customer });
      expect([status < 300, found.customer]).toEqual([true, { uid: ruth.uid }]);
    }
  });

  test("conditions protect what another one changed", async () => {
    const { call, body } = await openSite();
    const { headers: first } = await call("PUT /requests/a", body);
    const etag = String(first.etag);
    const other = { ...body, price: 30 };
    const now = await call("PUT /requests/a", other, { "if-match": etag });
    expect(now.status).toBe(200);
    const rows: readonly (readonly [string, unknown, Record<string, string>, number])[] = [
      ["PUT /requests/a", body, { "if-match": etag }, 412],
      ["PATCH /requests/a", { price: 1 }, { "if-match": etag }, 412],
      ["DELETE /requests/a", { reason: "x" }, { "if-match": etag }, 412],
      ["POST /requests/a/reopening", undefined, { "if-match": etag }, 412],
      ["PUT /requests/a", body, { "if-match": `W/${now.headers.etag}` }, 412],
      ["PUT /requests/a", body, { "if-none-match": "*" }, 412],
      ["PUT /requests/a", body, { "if-none-match": `W/${now.headers.etag}` }, 412],
      ["PUT /requests/a", other, { "if-match": `"x", ${now.headers.etag}` }, 200],
      ["PUT /requests/a", other, { "if-match": "*" }, 200],
      ["GET /requests/a", undefined, { "if-none-match": String(now.headers.etag) }, 304],
      ["GET /requests/a", undefined, { "if-none-match": etag }, 200],
    ];
    for (const [line, sent, headers, status] of rows) {
      const answer = await call(line, sent, headers);
      expect([line, headers, answer.status]).toEqual([line, headers, status]);
      expect(answer.headers.etag).toBe(now.headers.etag);
      if (status === 412)
        expect(answer.body).toMatchObject({ code: "precondition-failed", current: now.body });
    }
    const missing = await call("PUT /requests/new", body, { "if-match": etag });
    expect([missing.status, missing.body.current, missing.headers.etag]).toEqual([
      412,
      null,
      undefined,
    ]);
    expect((await call("PUT /requests/new", body, { "if-none-match": "*" })).status).toBe(201);
  });

  test("PATCH merges, DELETE cancels with a reason, and reopening takes it back", async () => {
    const { call, body, marcus, documents, traces } = await openSite();
    const made = await call("PUT /requests/a", body);
    const reason = "The customer is ill.";
    const cancellation = { reason, at: "2026-06-27T12:00:00.000Z", by: "us" };
    const json = { "content-type": "application/json" };
    const done = { requestCompleted: true, dateCompleted: 1_780_000_000 };
    const rows: readonly (readonly [string, unknown, number, object, Record<string, string>?])[] = [
      ["PATCH /requests/a", {}, 200, made.body],
      ["PATCH /requests/a", { price: 9 }, 415, { code: "unsupported-type" }, json],
      ["PATCH /requests/no", {}, 404, { code: "not-found" }],
      [
        "PATCH /requests/a",
        { requestTitle: null },
        422,
        { errors: [{ pointer: "/requestTitle" }] },
      ],
      ["PATCH /requests/a", { x: 1 }, 422, { errors: [{ pointer: "/x", code: "unknown-field" }] }],
      ["PATCH /requests/a", { customer: { uid: marcus.uid } }, 409, { code: "customer-differs" }],
      ["PATCH /requests/a", { price: null, assignedTo: "" }, 200, { price: null, assignedTo: "" }],
      ["DELETE /requests/a", { reason: "" }, 422, { errors: [{ pointer: "/reason" }] }],
      [
        "DELETE /requests/a",
        { reason: "r".repeat(501) },
        422,
        { errors: [{ pointer: "/reason" }] },
      ],
      ["DELETE /requests/a", undefined, 422, { code: "invalid" }],
      ["DELETE /requests/no", { reason }, 404, { code: "not-found" }],
      ["DELETE /requests/a", { reason }, 200, { status: "canceled", cancellation }],
      ["DELETE /requests/a", { reason: "Other" }, 200, { status: "canceled", cancellation }],
      ["GET /requests/a", undefined, 200, { status: "canceled", cancellation }],
      ["PUT /requests/a", body, 409, { code: "canceled" }],
      ["PATCH /requests/a", { price: 1 }, 409, { code: "canceled" }],
      ["POST /requests/a/reopening", undefined, 200, { status: "in-progress", cancellation: null }],
      ["POST /requests/a/reopening", {}, 200, { status: "in-progress" }],
      ["PATCH /requests/a", done, 200, { ...done, status: "completed" }],
      [
        "PATCH /requests/a",
        { requestCompleted: false },
        200,
        { status: "in-progress", dateCompleted: null },
      ],
      [
        "PATCH /requests/a",
        { dateCompleted: 1_780_000_000 },
        422,
        { errors: [{ pointer: "/dateCompleted" }] },
      ],
      ["PATCH /requests/a", done, 200, { ...done, status: "completed" }],
      [
        "DELETE /requests/a",
        { reason },
        200,
        { status: "canceled", cancellation, requestCompleted: false, dateCompleted: null },
      ],
      ["PUT /requests/a", body, 409, { code: "canceled" }],
      [
        "POST /requests/a/reopening",
        undefined,
        200,
        { status: "in-progress", dateCompleted: null },
      ],
      ["POST /requests/no/reopening", undefined, 404, { code: "not-found" }],
    ];
    for (const [line, sent, status, answer, headers] of rows) {
      const response = await call(line, sent, headers);
      expect([line, sent, response.status]).toEqual([line, sent, status]);
      expect(response.body).toMatchObject(answer);
    }
    expect(await documents()).toMatchObject([{ id: "a", request_completed: 0, assigned_to: "" }]);
    // Added, changed, canceled, reopened, completed twice and taken back, canceled, reopened: one line each.
    expect(await traces()).toEqual({ audit: 9, emails: (await traces()).emails });
  });

  test("lists by last change, with filters, and never ends", async () => {
    const { call, body, marcus, database } = await openSite();
    for (const id of ["a", "b", "c"]) await call(`PUT /requests/${id}`, body);
    await call("PUT /requests/d", { ...body, customer: { uid: marcus.uid }, assignedToUid: "ann" });
    await call("DELETE /requests/c", { reason: "x" });
    await call("PATCH /requests/a", { requestCompleted: true });
    // 11 pm in Denver, which is the next day in UTC.
    const starts_at = Date.parse("2026-07-02T05:00:00Z");
    for (const [id, time_zone] of [
      ["b", "America/Denver"],
      ["d", ""],
    ] as const) {
      const at = { starts_at, time_zone };
      await database.write((trx) =>
        trx.updateTable("requests").set(at).where("id", "=", id).execute(),
      );
    }
    const list = async (query: string) => (await call(`GET /requests?${query}`)).body;
    const idsOf = async (query: string) =>
      (await list(query)).requests.map((one: { externalId: string }) => one.externalId);
    for (const [query, ids] of [
      ["", ["b", "d", "c", "a"]],
      ["status=in-progress", ["b", "d"]],
      ["status=completed", ["a"]],
      ["status=canceled", ["c"]],
      [`customer=${marcus.uid}`, ["d"]],
      ["customer=nobody", []],
      ["provider=ann", ["d"]],
      ["day=2026-07-01", ["b", "d"]],
      ["day=2026-07-02", []],
    ] as const) {
      expect([query, await idsOf(query)]).toEqual([query, ids]);
    }
    const read: string[] = [];
    let next = "";
    for (let page = 0; page < 5; page += 1) {
      const found = await list(`limit=1&after=${next}`);
      read.push(...found.requests.map((one: { externalId: string }) => one.externalId));
      next = found.next;
      expect(next).toBeTypeOf("string");
    }
    expect(read).toEqual(["b", "d", "c", "a"]);
    expect(await list(`after=${next}`)).toEqual({ requests: [], next });
    await call("PATCH /requests/d", { price: 1 });
    expect(await idsOf(`after=${next}`)).toEqual(["d"]);
    for (const wrong of ["limit=0", "limit=101", "status=x", "day=x", "after=x", "q=1"]) {
      expect([wrong, (await call(`GET /requests?${wrong}`)).status]).toEqual([wrong, 422]);
    }
  });

  test("reads a page by an index, however many requests have one time", async () => {
    const { database } = await openSite();
    const { db, queries } = recordQueries(database.db);
    const query = { after: "5~a", limit: 50 };
    await listChanged(db, query);
    for (const one of queries) {
      const plan = await database.write(async (trx) => {
        // Of an empty table it would read and sort all rows.
        for (const way of engine === "postgres" ? ["enable_seqscan", "enable_sort"] : []) {
          await sql`select set_config(${way}, 'off', true)`.execute(trx);
        }
        const explain = engine === "sqlite" ? "explain query plan" : "explain";
        return (await trx.executeQuery({ ...one, sql: `${explain} ${one.sql}` })).rows;
      });
      expect(JSON.stringify(plan)).toContain("requests_by_change_time");
    }
    expect(queries).toHaveLength(2);
  });

  test("two programs that deliver one id at once store it once", async () => {
    const { call, body, documents } = await openSite();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => call("PUT /requests/a", { ...body, price: index })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
    expect(await documents()).toHaveLength(1);
  });

  if (engine !== "sqlite") return;

  test("a body or id that does not fit is a problem that names each place", async () => {
    const { call, body, marcus, documents } = await openSite();
    await call("PUT /requests/a", body);
    const { price: _price, ...withoutPrice } = body;
    const bodies: readonly (readonly [string, unknown, number, string, string?])[] = [
      ["b", { ...body, notes: "x" }, 422, "invalid", "/notes"],
      ["b", { ...body, ["x".repeat(99)]: 1 }, 422, "invalid", `/${"x".repeat(60)}`],
      ["b", withoutPrice, 422, "invalid", "/price"],
      ["b", { ...body, price: 1.005 }, 422, "invalid", "/price"],
      ["b", { ...body, requestTitle: " " }, 422, "invalid", "/requestTitle"],
      ["b", { ...body, requestTitle: "\u0000" }, 422, "invalid", "/requestTitle"],
      ["b", { ...body, dateCompleted: 1_780_000_000_000 }, 422, "invalid", "/dateCompleted"],
      ["b", { ...body, dateCompleted: 1_780_000_000 }, 422, "invalid", "/dateCompleted"],
      ["a", { ...body, dateCompleted: 1_780_000_000 }, 422, "invalid", "/dateCompleted"],
      ["b", { ...body, customer: {} }, 422, "invalid", "/customer"],
      ["b", { ...body, customer: { uid: "x", email: "y" } }, 422, "invalid", "/customer"],
      ["b", { ...body, customer: { uid: "nobody" } }, 422, "unknown-customer", "/customer"],
      [
        "b",
        { ...body, customer: { email: "no@example.com" } },
        422,
        "unknown-customer",
        "/customer",
      ],
      ["b", { ...body, customer: { externalId: "no" } }, 422, "unknown-customer", "/customer"],
      ["b", [], 422, "invalid", ""],
      ["b", "{", 400, "malformed"],
      ["a%20b", body, 422, "invalid-external-id"],
      ["b".repeat(129), body, 422, "invalid-external-id"],
      ["a", { ...body, customer: { uid: marcus.uid } }, 409, "customer-differs"],
    ];
    for (const [id, sent, status, code, pointer] of bodies) {
      const answer = await call(`PUT /requests/${id}`, sent);
      expect([sent, answer.status, answer.body.code]).toEqual([sent, status, code]);
      expect(answer.headers["content-type"]).toBe("application/problem+json");
      expect(answer.body).toMatchObject({
        type: "about:blank",
        title: expect.any(String),
        status,
        detail: expect.any(String),
        errors: pointer === undefined ? [] : [{ pointer }],
      });
    }
    expect(await documents()).toHaveLength(1);
    const maxId = "~".repeat(128);
    expect((await call(`PUT /requests/${maxId}`, body)).status).toBe(201);
    const form = { "content-type": "application/x-www-form-urlencoded" };
    expect((await call("PUT /requests/b", "a=b", form)).status).toBe(415);
    expect((await call("PUT /requests/b?x=1", body)).body.errors).toMatchObject([
      { pointer: "/x" },
    ]);
  });

  test("a dry run answers the same and stores nothing", async () => {
    const { call, body, documents, traces } = await openSite();
    const before = await traces();
    const dry = await call("PUT /requests/a?dryRun=true", body);
    expect([dry.status, dry.headers["dry-run"], dry.body.externalId]).toEqual([201, "true", "a"]);
    const lines = `${JSON.stringify({ externalId: "b", ...body })}\n`;
    const ndjson = { "content-type": "application/x-ndjson" };
    const batch = await call("POST /requests:batch?dryRun=true", lines, ndjson);
    expect(batch.body).toMatchObject([{ line: 1, externalId: "b", status: 201 }]);
    expect([await documents(), await traces()]).toEqual([[], before]);
    const real = await call("PUT /requests/a", body);
    expect([real.status, real.headers.etag, real.body]).toEqual([201, dry.headers.etag, dry.body]);
    expect((await call("PUT /requests/a?dryRun=maybe", body)).status).toBe(422);
    for (const [line, headers] of [
      ["PUT /requests/a?dryRun=true", {}],
      ["POST /requests/a/reopening?dryRun=true", { "idempotency-key": "x".repeat(256) }],
    ] as const) {
      const wrong = await call(line, {}, headers);
      expect([line, wrong.status, wrong.headers["dry-run"]]).toEqual([line, 422, "true"]);
    }
  });
});
