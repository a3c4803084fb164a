import type { Insertable } from "kysely";
import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { signInStaff } from "../../../../tests/support/staff.ts";
import { openTestApp, type TestApp } from "../../../../tests/support/test-app.ts";
import { pathOf } from "../../../platform/contract/define-endpoint.ts";
import { minutes } from "../../../platform/contract/durations.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { toOfficeTime } from "../../../platform/server/values/calendar.ts";
import { auditEndpoints } from "../contract/audit.ts";

/** 06:30 UTC on July 1 is half past midnight in Denver. */
const start = Date.UTC(2026, 6, 1, 6, 30);

/** A line of the log; its id begins with its time, as the server's do. */
function makeEntry(
  number: number,
  {
    what = `Status: New to Done, number ${number}`,
    kind = "change",
    ...changes
  }: Partial<Insertable<Database["events"]> & { readonly what: string }> = {},
) {
  const at = changes.at ?? start + minutes(number);
  const time = at.toString(16).padStart(12, "0");
  return {
    id: `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(number).padStart(12, "0")}`,
    at,
    kind: "text",
    data: JSON.stringify({ what }),
    audit: kind,
    staff_id: null,
    actor: "The desk",
    target: "",
    origin: "192.0.2.1",
    ...changes,
  };
}

async function fill({ database }: TestApp, rows: ReturnType<typeof makeEntry>[]): Promise<void> {
  for (let index = 0; index < rows.length; index += 500) {
    const part = rows.slice(index, index + 500);
    await database.write((trx) => trx.insertInto("events").values(part).execute());
  }
}

describeEachDialect("the audit log", (_open, createDatabase) => {
  async function openLog(rows: ReturnType<typeof makeEntry>[]) {
    const desk = await openTestApp(createDatabase);
    const { id, request } = await signInStaff(desk, ["admin"], "Imani Bell");
    await fill(
      desk,
      rows.map((row) => (row.staff_id === "me" ? { ...row, staff_id: id } : row)),
    );
    const list = async (query: Readonly<Record<string, string>> = {}) =>
      (await request("GET", `${pathOf(auditEndpoints.list)}?${new URLSearchParams(query)}`)).json();
    const numbers = async (query: Readonly<Record<string, string>>) =>
      (await list(query)).entries.map(({ id }: { id: string }) => Number(id.slice(-12)));
    return { desk, id, request, list, numbers };
  }

  test("shows the newest first, page by page", async () => {
    const { list } = await openLog(Array.from({ length: 120 }, (_, index) => makeEntry(index)));
    const first = await list();
    expect(first.entries).toHaveLength(50);
    expect(first.entries[0]).toEqual({
      id: expect.any(String),
      at: new Date(start + minutes(119)).toISOString(),
      kind: "change",
      staffId: null,
      actor: "The desk",
      what: "Status: New to Done, number 119",
      target: "",
      from: "192.0.2.1",
    });
    const second = await list({ before: first.next });
    const third = await list({ before: second.next });
    expect([third.entries.length, third.next]).toEqual([20, null]);
    expect(third.entries.at(-1).what).toBe("Status: New to Done, number 0");
  });

  test("finds words, references, people, kinds and days of the company's time zone", async () => {
    const { id, list, numbers } = await openLog([
      makeEntry(1, { target: "K7MP4R2X", what: "Opened a record", kind: "opened" }),
      makeEntry(2, { staff_id: "me", actor: "Imani Bell", what: "Added a note" }),
      makeEntry(3, { what: "100% done_now", kind: "staff" }),
      makeEntry(4, { actor: "Unknown", kind: "refused", target: "Log-in of paul@example.com" }),
      makeEntry(5, { at: start - minutes(31) }),
      makeEntry(6, { target: "K7MP4R2X", staff_id: "me", actor: "Imani Bell" }),
    ]);
    for (const [query, found] of [
      [{ q: "k7mp4r2x" }, [6, 1]],
      [{ q: "k7mp" }, [6, 1]],
      [{ q: "log-in of PAUL@" }, [4]],
      [{ q: "imani note" }, [2]],
      [{ q: "100%" }, [3]],
      [{ q: "done_" }, [3]],
      [{ q: "\\" }, []],
      [{ staff: id }, [6, 2]],
      [{ staff: id, q: "K7MP4R2X" }, [6]],
      [{ staff: "desk", kind: "staff" }, [3]],
      [{ staff: "desk" }, [3, 1, 5]],
      [{ kind: "refused" }, [4]],
      [{ kind: "opened", from: "2026-07-01" }, [1]],
      [{ from: "2026-07-01", to: "2026-07-01" }, [6, 4, 3, 2, 1]],
      [{ to: "2026-06-30" }, [5]],
      [{ from: "2026-07-02" }, []],
    ] as const) {
      expect([query, await numbers(query)]).toEqual([query, found]);
    }
    for (const wrong of [
      { kind: "all" },
      { from: "yesterday" },
      { to: "2026-02-31" },
      { before: "1" },
      { q: "x".repeat(101) },
    ]) {
      expect([wrong, (await list(wrong)).code]).toEqual([wrong, "malformed"]);
    }
  });

  test("scans a limited number of entries at a time, and returns where to continue", async () => {
    const rows = Array.from({ length: 5100 }, (_, index) =>
      makeEntry(index, index === 5 ? { what: "Needle" } : {}),
    );
    const { list } = await openLog(rows);
    const first = await list({ q: "needle" });
    expect(first.entries).toEqual([]);
    const second = await list({ q: "needle", before: first.next });
    expect([second.entries.length, second.next]).toEqual([1, null]);
  });

  test("is exported as CSV without formulas and as JSON, with an audit entry", async () => {
    const { desk, request } = await openLog([
      makeEntry(1, { what: "=1+1" }),
      makeEntry(2, { kind: "staff" }),
    ]);
    const path = pathOf(auditEndpoints.export);
    const csv = await request("GET", `${path}?format=csv&kind=change`);
    expect(csv.headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="audit-log.csv"',
    });
    expect(csv.body.split("\r\n")).toEqual([
      "\uFEFFat (America/Denver),kind,actor,what,target,from",
      `${toOfficeTime(start + minutes(1)).toString({ timeZoneName: "never" })},change,The desk,'=1+1,,\u200B192.0.2.1`,
      "",
    ]);
    const json = await request("GET", `${path}?format=json`);
    expect(json.json()).toMatchObject([
      { kind: "export", actor: "Imani Bell", what: "Exported the audit log as JSON" },
      { kind: "export", what: "Exported the audit log as CSV", target: "Audit log" },
      { what: "Status: New to Done, number 2" },
      { what: "=1+1" },
    ]);
    expect((await request("GET", `${path}?format=json&q=nothing`)).json()).toEqual([]);
    desk.clock.now += minutes(16);
    expect((await request("GET", path)).json().code).toBe("confirm-needed");
  });
});
