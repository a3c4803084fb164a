import { expect, test } from "vitest";
import { apiPaths } from "../../../../tests/support/api-paths.ts";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { runOps, runOpsMain, runOpsWith } from "../../../../tests/support/ops.ts";
import { newAccount, signUp } from "../../../../tests/support/portal.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import { zipOf } from "../../../../tests/support/word-files.ts";

const { email } = newAccount;
const heading = "id,requestTitle,assignedTo,assignedToUid,requestCompleted,dateCompleted,price";
const table = [
  heading,
  'r1,"Ride to the ""eye"" doctor, and back",Marcus Hill,marcus,Completed,2026-05-01,$24.50',
  "r2,'=1+1 groceries,,,In Progress,Date pending,Price pending",
  "r3,Garden,Ana,ana,true,1780000000,12",
  "",
].join("\r\n");

describeEachDialect("the operator and a person's requests", (_open, createDatabase, engine) => {
  async function openSite() {
    const options = await createDatabase("with tables");
    const { app } = await openTestApp(async () => options);
    const ruth = await signUp(app);
    const run = (input: string | Uint8Array, action: string, ...args: string[]) =>
      runOpsWith(input, options, "requests", action, "--email", email, ...args);
    const shown = async () => (await ruth.request("GET", apiPaths.requests)).json();
    const find = async (id: string) =>
      (await shown()).find((request: { id: string }) => request.id === id);
    return { options, ruth, run, shown, find };
  }

  test("what records --csv prints is accepted again, and changes nothing", async () => {
    const { run, shown, options, ruth } = await openSite();
    await run(table, "add", "--csv");
    const before = await shown();
    const name = `Users/${ruth.uid}/CompletedRequests`;
    const { stdout } = await runOps(options, "records", name, "--csv");
    const again = await run(stdout, "update", "--csv");
    expect(again.stdout).toBe(`Changed in ${name}: 0\nUnchanged: 3\n`);
    expect(await shown()).toEqual(before);
  });

  test("update changes the given fields only; an unknown id changes nothing at all", async () => {
    const { run, find } = await openSite();
    await run(table, "add", "--csv");
    const { reference } = await find("r1");
    const changes = [
      { id: "r1", price: 30, assignedTo: "Ana" },
      { id: "r3", dateCompleted: null, requestCompleted: false },
    ];
    expect((await run(JSON.stringify(changes), "update")).stdout).toMatch(/: 2\nUnchanged: 0\n$/);
    expect(await find("r1")).toMatchObject({
      reference,
      price: 30,
      assignedTo: "Ana",
      requestTitle: 'Ride to the "eye" doctor, and back',
      requestCompleted: true,
    });
    expect(await find("r3")).toMatchObject({ requestCompleted: false, dateCompleted: null });
    const wrong = await run('[{"id":"r1","price":1},{"id":"r9","price":1}]', "update");
    expect(wrong).toMatchObject({ code: 1, stdout: "" });
    expect(wrong.stderr).toBe("Nothing was changed. The customer has no such requests: r9\n");
    expect((await find("r1")).price).toBe(30);
    const invalid = await run('[{"id":"r1","price":-1}]', "update");
    expect(invalid.stderr).toContain("Nothing was changed:\n  request 1, price: must not be neg");
  });

  test("complete sets status, day and price by id or reference, and keeps what is stored", async () => {
    const { run, find } = await openSite();
    await run(table, "add", "--csv");
    const { reference } = await find("r2");
    const done = await run("", "complete", reference.toLowerCase(), "--price", "$18.25");
    expect(done.stdout).toMatch(/: r2\n$/);
    const { dateCompleted, ...rest } = await find("r2");
    expect(rest).toMatchObject({ requestCompleted: true, price: 18.25 });
    expect(Math.abs(dateCompleted - Date.now() / 1000)).toBeLessThan(60);
    const again = await run("", "complete", "r2", "--date", "2026-05-02");
    expect(again.stderr).toContain("The request is already Completed");
    expect((await find("r2")).dateCompleted).toBe(dateCompleted);
    await run('[{"id":"r2","requestCompleted":false}]', "update");
    const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    const early = await run("", "complete", "r2", "--date", tomorrow);
    expect(early.stderr).toContain("is in the future");
    await run("", "complete", "r2", "--date", "2026-05-02");
    expect(await find("r2")).toMatchObject({
      dateCompleted: Date.UTC(2026, 4, 2, 18) / 1000,
      price: 18.25,
    });
    for (const args of [["r9"], ["r2", "--date", "soon"], ["r2", "--price", "1.234"], []]) {
      expect(await run("", "complete", ...args)).toMatchObject({ code: 1, stdout: "" });
    }
  });

  test("remove removes the named ones, all or none; a dry run removes none", async () => {
    const { run, shown, ruth } = await openSite();
    await run(table, "add", "--csv");
    const name = `Users/${ruth.uid}/CompletedRequests`;
    const dry = await run("", "remove", "r1", "r2", "--dry-run");
    expect(dry.stdout).toBe(`(dry run, nothing changed) Removed from ${name}: r1, r2\n`);
    expect((await run("", "remove", "r1", "r9")).code).toBe(1);
    expect(await shown()).toHaveLength(3);
    expect((await run("", "remove", "r1", "r2")).stdout).toBe(`Removed from ${name}: r1, r2\n`);
    expect(await shown()).toMatchObject([{ id: "r3" }]);
    const again = await run(table, "add", "--csv", "--dry-run");
    expect(again.stdout).toContain("(dry run, nothing changed) Already stored, not replaced: r3\n");
    expect(await shown()).toHaveLength(1);
  });

  if (engine !== "sqlite") return;

  test("are added from CSV with the specification's statuses", async () => {
    const { options, find, ruth } = await openSite();
    const name = `Users/${ruth.uid}/CompletedRequests`;
    const add = ["requests", "add", "--email", email, "--csv"];
    expect(await runOpsMain(table, options, ...add)).toEqual({
      code: 0,
      stdout: `Added to ${name}: 3\n`,
      stderr: "",
    });
    expect(await find("r1")).toMatchObject({
      requestTitle: 'Ride to the "eye" doctor, and back',
      requestCompleted: true,
      dateCompleted: Date.UTC(2026, 4, 1, 18) / 1000,
      price: 24.5,
    });
    expect(await find("r2")).toMatchObject({
      requestTitle: "=1+1 groceries",
      requestCompleted: false,
      dateCompleted: null,
      price: null,
    });
    expect(await find("r3")).toMatchObject({
      requestCompleted: true,
      dateCompleted: 1_780_000_000,
    });
  });

  test.each([
    [
      "semicolons",
      `${heading.replaceAll(",", ";")}\r\nr1;Ride;Ed Novak;u1;true;1795000000;24,50\r\n`,
      { requestCompleted: true, dateCompleted: 1_795_000_000, price: 24.5 },
    ],
    [
      "American values",
      `${heading}\r\nr1,Ride,Ed Novak,u1,TRUE,11/20/2026,"$1,024.50"\r\n`,
      { requestCompleted: true, dateCompleted: Date.UTC(2026, 10, 20, 18) / 1000, price: 1024.5 },
    ],
    [
      "a first line sep=, and words",
      `sep=,\r\n${heading}\r\nr1,Ride,Ed Novak,u1,No,,\r\n`,
      { requestCompleted: false, dateCompleted: null, price: null },
    ],
    [
      "UTF-16 and tabs",
      Buffer.from(
        `\uFEFF${heading}\r\nr1,Ride,Ed Novak,u1,yes,2026-11-20,US$ 24.50`.replaceAll(",", "\t"),
        "utf16le",
      ),
      { requestCompleted: true, dateCompleted: Date.UTC(2026, 10, 20, 18) / 1000, price: 24.5 },
    ],
  ] as const)("CSV as Excel saves it is read: %s", async (_what, csv, expected) => {
    const { run, find } = await openSite();
    expect((await run(csv, "add", "--csv")).stderr).toBe("");
    expect(await find("r1")).toMatchObject({ assignedTo: "Ed Novak", ...expected });
  });

  test.each([
    [
      "a price that has two meanings",
      `${heading}\nr0,Ride,,,true,,5\n\nr1,Ride,,,true,,"1,024"`,
      "line 4, request 2, price: must be a number of US dollars such as 24.50",
    ],
    [
      "a day before a month",
      `${heading}\nr1,Ride,,,true,20/11/2026,`,
      "a date such as 2026-11-20 or 11/20/2026",
    ],
    ["a workbook", zipOf({ "xl/workbook.xml": "x" }), "This is an Excel workbook"],
    [
      "an open quote",
      `${heading}\nr1,"Ride,,,true,,\nr2,Ride,,,true,,`,
      "Line 2 of the CSV has a quote",
    ],
    [
      "a quote in the wrong place",
      `${heading}\nr1,"Ri"de,,,true,,`,
      "Line 2 of the CSV has a quote",
    ],
    ["too few cells", `${heading}\nr1,Ride`, "Line 2 of the CSV has 2 cells"],
    ["nothing", "", "The CSV is empty"],
    ["an unknown column", "id,tip\nr1,5", "request 1: unknown field tip"],
    [
      "an unknown status",
      `${heading}\nr1,Ride,,,Done,,`,
      "requestCompleted: must be true or false",
    ],
    [
      "an impossible date",
      `${heading}\nr1,Ride,,,true,2026-02-30,`,
      "dateCompleted: must be whole",
    ],
    [
      "a price in words",
      `${heading}\nr1,Ride,,,true,,ten`,
      "price: must be a number of US dollars",
    ],
  ])("CSV with %s is rejected", async (_what, csv, words) => {
    const { run, shown } = await openSite();
    const rejected = await run(csv, "add", "--csv");
    expect(rejected).toMatchObject({ code: 1, stdout: "" });
    expect(rejected.stderr).toContain(words);
    expect(await shown()).toEqual([]);
  });
});
