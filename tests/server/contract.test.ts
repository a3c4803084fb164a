import fc from "fast-check";
import type { InjectOptions, LightMyRequestResponse } from "fastify";
import { expect, test } from "vitest";
import { describeApi } from "../../src/app/server/openapi/document.ts";
import { apiScopeNames } from "../../src/features/integrations/contract/api-tokens.ts";
import { tracks } from "../../src/features/recruiting/contract/recruiting-endpoints.ts";
import { days } from "../../src/platform/contract/durations.ts";
import { limits, spendAttempt } from "../../src/platform/server/credentials/throttles.ts";
import { openProgram } from "../support/api.ts";
import { AnswerChecker, type DescribedCall, listCalls } from "../support/api-answers.ts";
import { indexAllApplications } from "../support/desk-applications.ts";
import { describeOnSqlite } from "../support/dialects.ts";
import { pdfFile } from "../support/pdf-files.ts";
import { phonePicture } from "../support/pictures.ts";
import { askForDeletion } from "../support/privacy.ts";
import { TestBrowser } from "../support/recruiting.ts";
import { allowedBy, type Likely, rejectedBy } from "../support/schema-values.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

/** Requests of each kind for each operation; more by the environment. */
const numRuns = Number(process.env.CONTRACT_RUNS ?? 6);
const seed = Number(process.env.CONTRACT_SEED ?? 36);

interface Sent {
  readonly path?: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: string | Buffer;
}

const known = {
  uid: "11111111-1111-4111-8111-111111111111",
  email: "ada@example.com",
  externalId: "a-1",
};

/** Values of bodies that lead beyond the validation. */
const likely: Likely = {
  customer: fc.constantFrom(...Object.entries(known).map(([name, value]) => ({ [name]: value })), {
    uid: "none",
  }),
  email: fc.constantFrom("ada@example.com", "bea@example.com", "x"),
  firstName: fc.constant("Ada"),
  lastName: fc.constant("Byron"),
  id: fc.constantFrom("a-1", "b-2"),
  phone: fc.constantFrom("303-555-0100", "1"),
  requestCompleted: fc.constant(false),
  dateCompleted: fc.constant(null),
  zip: fc.constantFrom("80301", "8"),
};

/** Values of parameters. */
const parameters: Readonly<Record<string, fc.Arbitrary<string>>> = {
  id: fc.oneof(
    fc.constantFrom("r-1", known.uid, "tom", "ada@example.com", "none"),
    fc.string({ minLength: 1, maxLength: 140 }),
  ),
  system: fc.constantFrom("app", "CRM"),
  customer: fc.constantFrom(known.uid, "none"),
  dryRun: fc.constantFrom("true", "false", "1"),
  limit: fc.constantFrom("1", "50", "0", "x"),
  status: fc.constantFrom("in-progress", "new", "spam", "x"),
  day: fc.constantFrom("2026-06-27", "2026-02-30"),
  since: fc.constantFrom("2026-06-01T00:00:00Z", "yesterday"),
  after: fc.constantFrom("0", "1", "x"),
  "If-Match": fc.constantFrom('"x"', "*"),
  "If-None-Match": fc.constantFrom("*", '"x"'),
  "Idempotency-Key": fc.constantFrom("1", "2", ""),
};

/** A request whose body the schema allows, or rejects in one field. */
function requestsOf(call: DescribedCall, kind: "allowed" | "rejected"): fc.Arbitrary<Sent> {
  const { schema, types, operation } = call;
  const isAllowed = kind === "allowed";
  const body =
    schema === undefined
      ? fc.constantFrom(
          ...(types[0]?.startsWith("image") ? ["GIF89a"] : types.map(() => "{}\n")),
          undefined,
        )
      : (isAllowed ? allowedBy(schema, likely) : rejectedBy(schema, likely)).map((value) =>
          JSON.stringify(value),
        );
  const values = Object.fromEntries(
    (operation.parameters ?? []).map(({ name, in: where }) => {
      const any = parameters[name] ?? fc.string({ maxLength: 20 });
      // What must be rejected for its body is not rejected for anything else.
      const value = where === "path" ? (isAllowed ? any : fc.constant("r-1")) : any;
      return [`${where} ${name}`, where === "path" ? value : fc.option(value, { nil: undefined })];
    }),
  );
  return fc.record({ body, values: fc.record(values) }).map((made) => {
    const of = (where: string) =>
      Object.entries(made.values as Record<string, string | undefined>).flatMap(
        ([key, value]): [string, string][] =>
          key.startsWith(`${where} `) && value !== undefined
            ? [[key.slice(where.length + 1), value]]
            : [],
      );
    const path = of("path").reduce(
      (done, [name, value]) => done.replace(`{${name}}`, () => encodeURIComponent(value)),
      call.path,
    );
    const headers = isAllowed ? Object.fromEntries(of("header")) : {};
    const query = isAllowed ? new URLSearchParams(of("query")).toString() : "";
    const type = types.find((one) => one.endsWith("json")) ?? types[0]?.replace("*", "gif");
    return {
      path,
      query,
      headers: { ...headers, ...(type && made.body !== undefined && { "content-type": type }) },
      ...(made.body !== undefined && { payload: made.body }),
    };
  });
}

describeOnSqlite(
  "every operation of /api/v1 answers as the document says",
  (_open, createDatabase) => {
    test("to generated requests and to those that lead to its other statuses", async () => {
      const site = await openTestApp(createDatabase, {}, undefined, { isMadeUp: true });
      const { app, database, context, clock } = site;
      const document = JSON.parse(JSON.stringify(describeApi(context.config)));
      const checker = new AnswerChecker(document);
      const calls = listCalls(document);
      const all = await openProgram(site, ...apiScopeNames);
      let token = all.token;
      /** Requests do not count: the table of limits stays empty. */
      const forgive = () => database.write((trx) => trx.deleteFrom("throttles").execute());
      const send = async (call: DescribedCall, sent: Sent): Promise<LightMyRequestResponse> => {
        const { path = call.path.replace(/\{\w+\}/g, "none"), query = "", headers, payload } = sent;
        const answer = await app.inject({
          method: call.method as NonNullable<InjectOptions["method"]>,
          url: query === "" ? path : `${path}?${query}`,
          headers: { authorization: `Bearer ${token}`, ...headers },
          ...(payload !== undefined && { payload }),
        });
        const problem = checker.findError(call, answer);
        expect(problem && `${call.name} ${JSON.stringify(sent).slice(0, 2000)}: ${problem}`).toBe(
          "",
        );
        return answer;
      };
      const json = (value: unknown, type = "application/json", headers = {}) => ({
        payload: JSON.stringify(value),
        headers: { "content-type": type, ...headers },
      });
      /** Sends "PUT /requests/r-1". */
      const to = async (line: string, status: number, sent: Sent = {}) => {
        const [method = "", address = ""] = line.split(" ");
        const path = `/api/v1${address}`;
        const call = calls.find(
          (one) => one.method === method && isAt(one.path, path.split("?")[0] ?? ""),
        );
        if (!call) throw new Error(`The document has no ${line}.`);
        const answer = await send(call, { ...sent, path });
        expect([line, answer.statusCode, answer.body.slice(0, 200)]).toEqual([
          line,
          status,
          expect.anything(),
        ]);
        return answer;
      };

      // A customer with everything.
      const ada = { email: known.email, firstName: "Ada", lastName: "Byron" };
      const { uid } = (await to("POST /customers", 201, json(ada))).json();
      known.uid = uid;
      const second = json({ ...ada, email: "bea@example.com" });
      const bea = (await to("POST /customers", 201, second)).json();
      const ride = {
        customer: { uid },
        requestTitle: "Ride",
        assignedTo: "",
        assignedToUid: "",
        requestCompleted: false,
        dateCompleted: null,
        price: null,
      };
      await to("PUT /requests/r-1", 201, json(ride));
      await to("PUT /providers/tom", 201, json({ name: "Tom", markets: [] }));

      // Generated requests.
      for (const call of calls) {
        for (const kind of ["allowed", "rejected"] as const) {
          if (kind === "rejected" && call.schema === undefined) continue;
          await forgive();
          const property = fc.asyncProperty(requestsOf(call, kind), async (sent) => {
            const { statusCode } = await send(call, sent);
            if (kind === "rejected") expect([sent, statusCode]).toEqual([sent, 422]);
          });
          await fc.assert(property, { numRuns, seed });
        }
      }
      await forgive();

      // What every operation may answer.
      const good = token;
      const limited = await openProgram(site, ...apiScopeNames);
      const { id: limitedId } = await database.db
        .selectFrom("api_tokens")
        .select("id")
        .orderBy("id", "desc")
        .limit(1)
        .executeTakeFirstOrThrow();
      for (const limit of ["apiToken", "apiWrite", "apiBatch"] as const) {
        for (let count = 0; count < limits[limit].max; count += 1) {
          await spendAttempt(context, { limit, hash: limitedId });
        }
      }
      const programs = {
        none: "none",
        limited: limited.token,
        applications: (await openProgram(site, "applications")).token,
        deletion: (await openProgram(site, "deletion")).token,
      };
      token = programs.limited;
      for (const call of calls) expect((await send(call, {})).statusCode).toBe(429);
      for (const call of calls) {
        const statusOf = async (sent: Sent) => (await send(call, sent)).statusCode;
        const body: Sent = call.types.length > 0 ? json({}) : {};
        token = programs.none;
        expect(await statusOf(body)).toBe(401);
        token = call.path.includes("applications") ? programs.deletion : programs.applications;
        expect(await statusOf(body)).toBe(403);
        token = good;
        expect(await statusOf({ ...body, query: "unknown=1" })).toSatisfy((one) => one >= 404);
        if (call.types.length === 0) continue;
        const type = { "content-type": "application/json" };
        expect(await statusOf({ headers: type, payload: "{" })).toBe(400);
        expect(await statusOf({ headers: type, payload: "1".repeat(6_000_000) })).toBe(413);
        const plain = { "content-type": "text/plain" };
        expect(await statusOf({ headers: plain, payload: "x" })).toBe(415);
        await forgive();
      }

      // The others, one by one.
      const merge = "application/merge-patch+json";
      const other = { "if-match": '"x"' };
      const etag = String((await to("PUT /requests/s-1", 201, json(ride))).headers.etag);
      const moved = json({ ...ride, customer: { uid: bea.uid } });
      const reason = json({ reason: "Moved" });
      const batch = {
        payload: `${JSON.stringify({ externalId: "r-2", ...ride })}\n`,
        headers: { "content-type": "application/x-ndjson" },
      };
      const message = json({ customer: { uid }, supportId: "24RD2C99", text: "Where is Tom?" });
      const { reference } = (await to("POST /cases", 201, message)).json();
      const more = `POST /cases/${reference}/messages?customer=${uid}`;
      const tom = json({ name: "Tom Reyes", markets: ["802"] });
      const picture = { payload: await phonePicture(), headers: { "content-type": "image/jpeg" } };
      const evidence = { text: "Yes", at: "2026-06-01T00:00:00Z", source: "App" };
      const consent = json({ evidence });
      await storeTwice(site, bea.uid, () => to("PUT /requests/twice", 201, json(ride)));
      await fillForms(site);
      await to("PUT /newsletter/cleo@example.com", 201, consent);
      const firstOf = async (list: string) => {
        const [record] = (await to(`GET ${list}`, 200)).json().records;
        return `${list}/${record.reference ?? record.id}`;
      };
      for (const [line, status, sent] of [
        ["GET /requests", 200],
        ["GET /requests/s-1", 200],
        ["GET /requests/s-1", 304, { headers: { "if-none-match": etag } }],
        ["GET /requests/none", 404],
        ["GET /requests/twice", 409],
        ["PUT /requests/s-1", 200, json(ride)],
        ["PUT /requests/s-1", 409, moved],
        ["PUT /requests/s-1", 412, json(ride, undefined, other)],
        ["PATCH /requests/s-1", 200, json({}, merge)],
        ["PATCH /requests/s-1", 412, json({}, merge, other)],
        ["PATCH /requests/none", 404, json({}, merge)],
        ["DELETE /requests/none", 404, reason],
        ["DELETE /requests/twice", 409, reason],
        ["DELETE /requests/s-1", 412, json({ reason: "Moved" }, undefined, other)],
        ["DELETE /requests/s-1", 200, reason],
        ["PATCH /requests/s-1", 409, json({ price: 1 }, merge)],
        ["POST /requests/none/reopening", 404],
        ["POST /requests/twice/reopening", 409],
        ["POST /requests/s-1/reopening", 412, { headers: other }],
        ["POST /requests/s-1/reopening", 200],
        ["POST /requests:batch", 200, batch],
        [`GET /cases/${reference}?customer=${uid}`, 200],
        [`GET /cases/none?customer=${uid}`, 404],
        [more, 201, json({ text: "He came." })],
        [more.replace(reference, "none"), 404, json({ text: "He came." })],
        [`GET /customers?email=${known.email}`, 200],
        ["POST /customers", 409, json(ada)],
        [`GET /customers/${uid}`, 200],
        ["GET /customers/none", 404],
        [`PATCH /customers/${uid}`, 200, json({ city: "Boulder" }, merge)],
        [`PATCH /customers/${uid}`, 412, json({}, merge, other)],
        ["PATCH /customers/none", 404, json({}, merge)],
        [`PUT /customers/${uid}/external-ids/loyalty`, 201, json({ id: "l-1" })],
        [`PUT /customers/${uid}/external-ids/loyalty`, 200, json({ id: "l-1" })],
        [`PUT /customers/${bea.uid}/external-ids/loyalty`, 409, json({ id: "l-1" })],
        ["PUT /customers/none/external-ids/loyalty", 404, json({ id: "l-2" })],
        ["PUT /providers/tom", 200, tom],
        ["PUT /providers/tom", 412, { ...tom, headers: { ...tom.headers, ...other } }],
        ["GET /providers/tom", 200],
        ["GET /providers/none", 404],
        ["PUT /providers/tom/picture", 200, picture],
        ["PUT /providers/none/picture", 404, picture],
        ["PUT /newsletter/cleo@example.com", 200, consent],
        [`GET ${await firstOf("/newsletter-readers")}`, 200],
        ["DELETE /newsletter/cleo@example.com", 204],
        ["PUT /newsletter/cleo@example.com", 409, consent],
        [`GET ${await firstOf("/messages")}`, 200],
        [`GET ${await firstOf("/applications")}`, 200],
        [`GET ${await firstOf("/deletion-cases")}`, 200],
        ["GET /events", 200],
      ] as readonly (readonly [line: string, status: number, sent?: Sent])[]) {
        await to(line, status, sent);
      }
      for (const [line, sent] of [
        ["POST /requests:batch", batch],
        ["POST /cases", message],
        ["POST /customers", json({ ...ada, email: "dora@example.com" })],
        ["POST /requests/s-1/reopening", { headers: {} }],
        [more, json({ text: "Again" })],
      ] as const) {
        const keyed = { ...sent, headers: { ...sent.headers, "idempotency-key": "3" } };
        await database.write((trx) => trx.deleteFrom("api_answers").execute());
        const isNew = !line.includes("/requests");
        await to(line, isNew ? 201 : 200, keyed);
        // As if it still ran.
        await database.write((trx) =>
          trx.updateTable("api_answers").set({ answer: null }).execute(),
        );
        await to(line, 409, keyed);
      }
      Object.assign(context.disk, { readFree: async () => 0 });
      await to("PUT /providers/tom/picture", 507, picture);
      await to(more, 507, await formWith(pdfFile()));
      clock.now += days(31);
      token = (await openProgram(site, "events:read")).token;
      await to("GET /events?after=0", 410);
      expect(checker.listUnseen()).toEqual([]);
    });
  },
);

/** Whether a path is one of a template, such as "/requests/{id}". */
function isAt(template: string, path: string): boolean {
  const parts = path.split("/");
  const named = template.split("/");
  return (
    parts.length === named.length &&
    named.every((part, index) => part.startsWith("{") || part === parts[index])
  );
}

/** Two customers have a document with one id, as commands may add. */
async function storeTwice({ database }: TestApp, uid: string, store: () => Promise<unknown>) {
  await store();
  await database.write(async (trx) => {
    const rows = trx.selectFrom("requests").selectAll().where("document_id", "=", "twice");
    const row = await rows.executeTakeFirstOrThrow();
    const copy = { ...row, id: "copy", reference: "C0PYC0PY", uid };
    await trx.insertInto("requests").values(copy).execute();
  });
}

/** An application and a request about data. */
async function fillForms(site: TestApp) {
  await new TestBrowser(site.app).apply("care", tracks.care.intake);
  await indexAllApplications(site);
  await askForDeletion(site);
}

async function formWith(bytes: Buffer): Promise<Sent> {
  const form = new FormData();
  form.append("text", "Here");
  form.append("files", new Blob([new Uint8Array(bytes)]), "a.pdf");
  const request = new Request("http://x", { method: "POST", body: form });
  const payload = Buffer.from(await request.arrayBuffer());
  return { payload, headers: { "content-type": request.headers.get("content-type") ?? "" } };
}
