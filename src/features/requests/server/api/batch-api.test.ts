import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { openProgram } from "../../../../../tests/support/api.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { signUp } from "../../../../../tests/support/portal.ts";
import { readAudit } from "../../../../../tests/support/staff.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";

const fields = {
  requestTitle: "Ride",
  assignedTo: "",
  assignedToUid: "",
  requestCompleted: false,
  dateCompleted: null,
  price: null,
};
const ndjson = { "content-type": "application/x-ndjson" };

describeEachDialect("requests in batches", (_open, createDatabase, engine) => {
  async function openSite() {
    const site = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    const ruth = await signUp(site.app);
    const { call } = await openProgram(site, "requests:write");
    const line = (externalId: string, more: object = {}) =>
      JSON.stringify({ externalId, customer: { uid: ruth.uid }, ...fields, ...more });
    const send = (lines: readonly string[], query = "", headers = {}) =>
      call(`POST /requests:batch${query}`, lines.join("\n"), { ...ndjson, ...headers });
    const stored = async () =>
      (
        await site.database.db.selectFrom("completed_requests").select("id").orderBy("id").execute()
      ).map(({ id }) => id);
    return { ...site, uid: ruth.uid, call, line, send, stored };
  }

  test("each line has a result, in order; all or each is stored", async () => {
    const site = await openSite();
    const { call, line, send, stored } = site;
    const { externalId: _id, ...old } = JSON.parse(line("old"));
    await call("PUT /requests/old", old);
    const lines = [
      line("a"),
      line("old"),
      line("old2", { price: "4" }),
      line("a", { price: 1 }),
      "{",
      line("a b"),
      line("b", { customer: { uid: "nobody" } }),
      line("c", { requestCompleted: true }),
    ];
    const atomic = await send(lines, "?atomic=true");
    expect([atomic.status, atomic.body.code]).toEqual([422, "batch-invalid"]);
    expect(atomic.body.errors.map(({ line: number, pointer }: never) => [number, pointer])).toEqual(
      [
        [3, "/price"],
        [4, "/externalId"],
        [5, ""],
        [6, "/externalId"],
        [7, "/customer"],
      ],
    );
    expect(await stored()).toEqual(["old"]);
    const each = await send([...lines, ""]);
    expect([each.status, each.headers["content-type"]]).toEqual([200, "application/x-ndjson"]);
    const problem = (code: string, status = 422) => ({ status, problem: { code, status } });
    expect(each.body).toMatchObject([
      { line: 1, externalId: "a", status: 201, etag: expect.stringMatching(/^"/) },
      { line: 2, externalId: "old", status: 200, etag: expect.stringMatching(/^"/) },
      { line: 3, externalId: "old2", ...problem("invalid") },
      { line: 4, externalId: "a", ...problem("invalid") },
      { line: 5, externalId: null, ...problem("invalid") },
      { line: 6, externalId: "a b", ...problem("invalid-external-id") },
      { line: 7, externalId: "b", ...problem("unknown-customer") },
      { line: 8, externalId: "c", status: 201 },
    ]);
    expect(await stored()).toEqual(["a", "c", "old"]);
    expect((await call("GET /requests/a")).headers.etag).toBe(each.body[0].etag);
    const again = await send([line("a"), line("c", { requestCompleted: true })]);
    expect(again.body).toMatchObject([{ status: 200, etag: each.body[0].etag }, { status: 200 }]);
    // One for the PUT, one for the batch that changed something.
    const audit = (await readAudit(site)).filter(
      ([kind, actor]) => kind === "change" && actor?.startsWith("API"),
    );
    expect(audit.map(([, , what]) => what)).toEqual([
      "Request: Added",
      "Delivered requests by the API: 2",
    ]);
  });

  test("an id that something else has fails alone", async () => {
    const { uid, database, line, send, stored } = await openSite();
    await send([line("asked"), line("ops")]);
    await database.write(async (trx) => {
      await trx.deleteFrom("completed_requests").where("id", "=", "asked").execute();
      const asked = { document_id: null, state: "asked" };
      await trx.updateTable("requests").set(asked).where("id", "=", "asked").execute();
      const id = `${uid}.ops`;
      await trx.updateTable("requests").set({ id }).where("id", "=", "ops").execute();
    });
    const lines = [line("asked"), line(`${uid}.ops`), line("new")];
    const atomic = await send(lines, "?atomic=true");
    expect([atomic.status, atomic.body.errors]).toMatchObject([
      422,
      [
        { line: 1, code: "id-taken" },
        { line: 2, code: "id-taken" },
      ],
    ]);
    const taken = { status: 409, problem: { code: "id-taken" } };
    expect((await send(lines)).body).toMatchObject([taken, taken, { status: 201 }]);
    expect(await stored()).toEqual(["new", "ops"]);
  });

  test("takes 1,000 lines and 2 MB, and refuses one more", async () => {
    const { line, send, stored } = await openSite();
    const many = Array.from({ length: 1000 }, (_, index) => line(`r${index}`));
    const full = await send(many);
    expect([full.status, full.body.length, (await stored()).length]).toEqual([200, 1000, 1000]);
    expect((await send([...many, line("more")])).status).toBe(413);
    const large = await send([line("large", { requestTitle: "x".repeat(2_097_152) })]);
    expect([large.status, large.body.code]).toEqual([413, "too-large"]);
    expect((await send(many, "", { "content-type": "application/json" })).status).toBe(400);
    expect((await send([])).body).toBeUndefined();
  });

  test("is repeated only once with an Idempotency-Key", async () => {
    const { line, send, stored, clock, database } = await openSite();
    const key = { "idempotency-key": "batch 1" };
    const first = await send([line("a")], "", key);
    const second = await send([line("a")], "", key);
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect(first.body).toMatchObject([{ status: 201 }]);
    expect([first, second].map(({ headers }) => headers["idempotency-replayed"])).toEqual([
      undefined,
      "true",
    ]);
    // What was sent cannot be guessed without the token.
    const described = JSON.stringify(["POST", "/api/v1/requests:batch", line("a")]);
    const kept = await database.db.selectFrom("api_answers").select("request_hash").execute();
    expect(kept).toEqual([{ request_hash: expect.any(String) }]);
    expect(kept[0]?.request_hash).not.toBe(hash("sha256", described, "base64url"));
    const other = await send([line("b")], "", key);
    expect([other.status, other.body.code]).toEqual([422, "idempotency-key-reused"]);
    expect((await send([line("b")], "", { "idempotency-key": "x".repeat(256) })).status).toBe(422);
    expect(await stored()).toEqual(["a"]);
    clock.now += 24 * 60 * 60 * 1000;
    expect((await send([line("b")], "", key)).body).toMatchObject([{ status: 201 }]);
  });

  if (engine !== "sqlite") return;

  test("mistakes are bounded, and an empty line at the end is none", async () => {
    const { line, send } = await openSite();
    const unknown = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}${"~".repeat(99)}`, 1]));
    const many = await send([line("a", unknown(60)), line("b", unknown(300))]);
    const [first, second] = many.body.map(({ problem }: { problem: object }) => problem);
    expect(first.errors).toHaveLength(20);
    expect(first.errors[0].pointer).toBe(`/0${"~0".repeat(59)}`);
    expect(second.errors).toMatchObject([
      { pointer: "", detail: "This line has too many fields." },
    ]);
    const twice = await send([line("a", { price: "4" }), line("a")]);
    expect(twice.body).toMatchObject([
      { status: 422, problem: { errors: [{ pointer: "/price" }] } },
      { status: 422, problem: { errors: [{ pointer: "/externalId" }] } },
    ]);
    const file = await send([`\ufeff${line("a")}\r`, line("b"), "\r", "", ""]);
    expect(file.body).toMatchObject([{ status: 201 }, { status: 201 }]);
  });
});
