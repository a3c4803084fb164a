import { expect, test } from "vitest";
import { apiPaths } from "../../../../../tests/support/api-paths.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { signUp } from "../../../../../tests/support/portal.ts";
import { makeRequest } from "../../../../../tests/support/rows.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { type RequestResponse, requestsCsvPath } from "../../contract/profile.ts";
import { addRequests } from "./add.ts";
import type { RequestRecord } from "./requests.ts";

function store({ database }: TestApp, rows: ReturnType<typeof makeRequest>[]) {
  return database.write((trx) => trx.insertInto("completed_requests").values(rows).execute());
}

const ride: RequestRecord = {
  id: "1",
  requestTitle: "Ride to the eye doctor",
  assignedTo: "Marcus Hill",
  assignedToUid: "provider-marcus",
  requestCompleted: true,
  dateCompleted: 1_780_000_000,
  price: 24.5,
};

const may = Date.UTC(2026, 4, 2, 3) / 1000;

describeEachDialect("completed requests", (_open, createDatabase, engine) => {
  test("are sorted newest first, after those without a date", async () => {
    const site = await openTestApp(createDatabase);
    const ruth = await signUp(site.app);
    expect((await ruth.request("GET", apiPaths.requests)).json()).toEqual([]);
    await store(site, [
      makeRequest(ruth.uid, { id: "old", date_completed: may - 86_400 }),
      makeRequest(ruth.uid, { id: "same-b", date_completed: may, created_at: 1 }),
      makeRequest(ruth.uid, { id: "same-c", date_completed: may, created_at: 1 }),
      makeRequest(ruth.uid, { id: "same-a", date_completed: may, created_at: 2 }),
      makeRequest(ruth.uid, { id: "new", date_completed: may + 86_400 }),
      makeRequest(ruth.uid, { id: "open-1", date_completed: null, created_at: 1 }),
      makeRequest(ruth.uid, { id: "open-2", date_completed: null, created_at: 2 }),
    ]);
    const list: RequestResponse[] = (await ruth.request("GET", apiPaths.requests)).json();
    expect(list.map(({ id }) => id)).toEqual([
      "open-2",
      "open-1",
      "new",
      "same-a",
      "same-c",
      "same-b",
      "old",
    ]);
  });

  test("have every field, also while date and price are pending", async () => {
    const site = await openTestApp(createDatabase);
    const ruth = await signUp(site.app);
    await store(site, [
      makeRequest(ruth.uid, { id: "a/b c", date_completed: may, price_cents: 1999 }),
      makeRequest(ruth.uid, {
        id: "open",
        request_completed: 0,
        date_completed: null,
        price_cents: null,
        created_at: 1,
      }),
    ]);
    const done = await ruth.request("GET", `${apiPaths.requests}/${encodeURIComponent("a/b c")}`);
    expect(done.json()).toEqual({
      id: "a/b c",
      reference: expect.stringMatching(/^[2-9A-Y]{8}$/),
      requestTitle: "Ride to the eye doctor",
      assignedTo: "Marcus Hill",
      assignedToUid: "provider-marcus",
      requestCompleted: true,
      dateCompleted: may,
      price: 19.99,
      picture: null,
    });
    const open = await ruth.request("GET", `${apiPaths.requests}/open`);
    expect(open.json()).toMatchObject({
      requestCompleted: false,
      dateCompleted: null,
      price: null,
    });
    expect(open.headers["cache-control"]).toBe("no-store");
  });

  test("one with the longest possible id can be read", async () => {
    const site = await openTestApp(createDatabase);
    const ruth = await signUp(site.app);
    const id = "é".repeat(128);
    await store(site, [makeRequest(ruth.uid, { id })]);
    const response = await ruth.request("GET", `${apiPaths.requests}/${encodeURIComponent(id)}`);
    expect(response.json().id).toBe(id);
  });

  test("two people can have requests with the same id, and each sees their own", async () => {
    const site = await openTestApp(createDatabase);
    const ruth = await signUp(site.app);
    const sam = await signUp(site.app, { email: "sam@example.com" });
    await store(site, [
      makeRequest(ruth.uid, { id: "1", request_title: "Ruth's" }),
      makeRequest(sam.uid, { id: "1", request_title: "Sam's" }),
      makeRequest(sam.uid, { id: "2", request_title: "Sam's other" }),
    ]);
    expect((await ruth.request("GET", `${apiPaths.requests}/1`)).json().requestTitle).toBe(
      "Ruth's",
    );
    const list: RequestResponse[] = (await ruth.request("GET", apiPaths.requests)).json();
    expect(list.map(({ requestTitle }) => requestTitle)).toEqual(["Ruth's"]);
    const foreign = await ruth.request("GET", `${apiPaths.requests}/2`);
    expect(foreign.json().code).toBe("not-found");
    expect((await ruth.request("GET", `${apiPaths.requests}/nothing`)).statusCode).toBe(404);
    expect((await ruth.request("GET", apiPaths.requestsCsv)).body).not.toContain("Sam's");
  });

  test("added concurrently they are stored once, without an error", async () => {
    const { app, database } = await openTestApp(createDatabase);
    const ruth = await signUp(app);
    const add = (ids: number[]) => {
      const requests = ids.map((id) => ({ ...ride, id: `${id}` }));
      return addRequests(database, { uid: ruth.uid, requests }, 1);
    };
    const results = await Promise.all([add([1, 2, 3]), add([3, 4]), add([1, 2, 3])]);
    expect(results.reduce((sum, { added }) => sum + added, 0)).toBe(4);
    const list: RequestResponse[] = (await ruth.request("GET", apiPaths.requests)).json();
    expect(list.map(({ id }) => id).sort()).toEqual(["1", "2", "3", "4"]);
    await expect(add([5, 5])).rejects.toThrow();
    expect((await ruth.request("GET", `${apiPaths.requests}/5`)).statusCode).toBe(404);
  });

  if (engine !== "sqlite") return;

  test("nobody without a session sees any", async () => {
    const site = await openTestApp(createDatabase);
    const ruth = await signUp(site.app);
    await store(site, [makeRequest(ruth.uid, { id: "1" })]);
    for (const url of [apiPaths.requests, `${apiPaths.requests}/1`, apiPaths.requestsCsv]) {
      const response = await site.app.inject(url);
      expect(response.statusCode).toBe(401);
      expect(response.body).not.toContain("Ride");
    }
  });

  test("as CSV they are safe for spreadsheets, with dates in the reader's time zone", async () => {
    const site = await openTestApp(createDatabase);
    const ruth = await signUp(site.app);
    await store(site, [
      makeRequest(ruth.uid, { id: "1", date_completed: may, price_cents: 4050 }),
      makeRequest(ruth.uid, {
        id: "2",
        request_title: '=HYPERLINK("http://evil.example","Look")',
        assigned_to: "@Zoë, Inc.",
        request_completed: 0,
        date_completed: null,
        price_cents: null,
      }),
    ]);
    const response = await ruth.request("GET", requestsCsvPath("America/Denver"));
    expect(response.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(response.headers["content-disposition"]).toMatch(/^attachment; filename="[\w-]+\.csv"$/);
    expect(response.headers["cache-control"]).toBe("no-store");
    const list: RequestResponse[] = (await ruth.request("GET", apiPaths.requests)).json();
    const [open, ride] = list.map(({ reference }) => reference);
    expect(response.body).toBe(
      [
        "\uFEFFRequest,Provider,Status,Date completed,Price (US dollars),Reference",
        `"'=HYPERLINK(""http://evil.example"",""Look"")","'@Zoë, Inc.",In Progress,Date pending,Price pending,${open}`,
        `Ride to the eye doctor,Marcus Hill,Completed,"May 1, 2026",40.50,${ride}`,
        "",
      ].join("\r\n"),
    );
    for (const zone of ["", "?zone=Atlantis", "?zone=UTC&zone=UTC"]) {
      expect((await ruth.request("GET", apiPaths.requestsCsv + zone)).body).toContain(
        '"May 2, 2026"',
      );
    }
  });
});
