import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { signUp } from "../../../../../tests/support/portal.ts";
import { type SignedInStaff, signInStaff } from "../../../../../tests/support/staff.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { type AnyEndpoint, pathOf } from "../../../../platform/contract/define-endpoint.ts";
import { type RequestImport, requestImportEndpoints } from "../../contract/import.ts";
import { providerEndpoints } from "../../contract/providers.ts";

/** Friday, November 20, 2026, 10 am in Denver. */
const friday = Date.parse("2026-11-20T17:00:00Z");

interface Desk {
  readonly site: TestApp;
  readonly imani: SignedInStaff;
}

async function send(
  { site, imani }: Desk,
  endpoint: AnyEndpoint,
  csv: string,
  fields?: string,
): Promise<RequestImport> {
  const query = new URLSearchParams(fields === undefined ? {} : { fields });
  const response = await site.app.inject({
    method: "POST",
    url: `${pathOf(endpoint)}?${query}`,
    headers: {
      cookie: imani.cookie,
      "sec-fetch-site": "same-origin",
      "content-type": "text/csv",
    },
    payload: csv,
  });
  expect([response.statusCode, response.body]).toEqual([200, expect.anything()]);
  return response.json();
}

const { preview, import: importAll } = requestImportEndpoints;

describeEachDialect("an import of requests", (_open, createDatabase) => {
  async function open() {
    const site = await openTestApp(createDatabase);
    site.clock.now = friday;
    const rosa = await signUp(site.app, { email: "rosa@example.com" });
    const imani = await signInStaff(site, ["agent"], "Imani Bell");
    const nadia = { name: "Nadia K.", phone: "", markets: [], trades: [] };
    await imani.request("POST", pathOf(providerEndpoints.add), nadia);
    return { site, imani, rosa };
  }

  const csv = [
    "Customer;What;Date;Time;Price;Provider;Status;Kind of help",
    "ROSA@example.com;Ride to dialysis;12/1/2026;9:15 am;$18.50;nadia k.;;Ride to an appointment",
    "rosa@example.com;Fix the tap;2026-11-02;;65;;Completed;",
    "rosa@example.com;Fix the tap;2026-11-02;;65;;Completed;",
    "none@example.com;Lost;;;;;;",
    "rosa@example.com;;;;;;;",
    "rosa@example.com;Odd time;2026-12-01;25:00;;;;",
    "rosa@example.com;Too late;2026-11-01;10:00;;;;",
    "rosa@example.com;Who;;;;Nobody K.;;",
  ].join("\r\n");

  test("previews what it adds, adds it once, and names the lines that are wrong", async () => {
    const desk = await open();
    const { db } = desk.site.database;
    const expected = {
      lines: 8,
      added: 2,
      known: 1,
      wrong: 5,
      errors: [
        { line: 5, why: "Customer (email or support ID) “none@example.com” has no account." },
        { line: 6, why: "What is empty, too long, or has characters that cannot be stored." },
        { line: 7, why: "Time “25:00” is no time such as 14:00 or 2:00 pm." },
        { line: 8, why: "That day is over." },
        { line: 9, why: "Provider “Nobody K.” is not in the directory." },
      ],
      fields: ["customer", "title", "day", "clock", "price", "provider", "status", "kind"],
    };
    expect(await send(desk, preview, csv)).toMatchObject(expected);
    expect(await db.selectFrom("requests").selectAll().execute()).toEqual([]);
    expect(await send(desk, importAll, csv)).toMatchObject(expected);
    const stored = await db.selectFrom("requests").selectAll().orderBy("title").execute();
    expect(stored).toMatchObject([
      { title: "Fix the tap", state: "done", price_cents: 6500, source: "import" },
      { title: "Ride to dialysis", state: "booked", kind: "ride", provider_name: "Nadia K." },
    ]);
    expect(stored.map((row) => Number(row.completed_at ?? row.starts_at))).toEqual([
      Date.parse("2026-11-02T19:00:00Z"),
      Date.parse("2026-12-01T16:15:00Z"),
    ]);
    expect(await db.selectFrom("completed_requests").select("id").execute()).toHaveLength(2);
    expect(await send(desk, importAll, csv)).toMatchObject({ added: 0, known: 3, wrong: 5 });
    const emails = db.selectFrom("mail_outbox").where("kind", "like", "request-%");
    expect(await emails.select("id").execute()).toEqual([]);
  });

  test("lets staff say what the columns hold, and needs customer and title", async () => {
    const desk = await open();
    const named = "who,task name,x\nrosa@example.com,Mend a chair,y";
    const first = await send(desk, preview, named);
    expect(first.fields).toEqual(["", "", ""]);
    expect(first.columns[1]).toEqual({ name: "task name", example: "Mend a chair" });
    const rejected = await desk.site.app.inject({
      method: "POST",
      url: pathOf(importAll),
      headers: {
        cookie: desk.imani.cookie,
        "sec-fetch-site": "same-origin",
        "content-type": "text/csv",
      },
      payload: named,
    });
    expect(rejected.json().fields).toEqual({
      file: "Choose the column “Customer (email or support ID)”.",
    });
    expect(await send(desk, importAll, named, "customer,title,")).toMatchObject({ added: 1 });
  });

  test("reads times by the clock of the place where the customer lives", async () => {
    const desk = await open();
    await signUp(desk.site.app, { email: "ana@example.com", state: "NY", zip: "10001" });
    const times = [
      ["9:15 am", "14:15"],
      ["12:30 am", "05:30"],
      ["12:30 PM", "17:30"],
      ["11:59 p.m.", "04:59"],
      ["7", "12:00"],
      ["13:05:10", "18:05"],
    ] as const;
    const lines = times.map(([time]) => `ana@example.com,Ride,12/1/2026,${time}`);
    await send(desk, importAll, ["customer,title,day,time", ...lines].join("\n"));
    const stored = await desk.site.database.db.selectFrom("requests").selectAll().execute();
    const found = stored.map(({ starts_at: at }) => new Date(Number(at)).toISOString());
    const day = (clock: string) => (clock === "04:59" ? "2026-12-02" : "2026-12-01");
    const expected = times.map(([, clock]) => `${day(clock)}T${clock}:00.000Z`);
    expect(found.toSorted()).toEqual(expected.toSorted());
  });
});
