import { expect, test } from "vitest";
import { derivedTables } from "../../src/platform/server/db/list-tables.ts";
import { describeEachDialect } from "../support/dialects.ts";
import {
  createPersonWithData,
  otherTables,
  passkeySite,
  personalTables,
  readPersonalRows,
} from "../support/person-with-data.ts";
import { openTestApp } from "../support/test-app.ts";

describeEachDialect("tables of the migrated database", (open, createDatabase, engine) => {
  test("have a row of the person with data if they are personal", async () => {
    const testApp = await openTestApp(createDatabase, { PUBLIC_URL: passkeySite });
    const rows = await readPersonalRows(testApp, await createPersonWithData(testApp, "marker"));
    const empty = Object.entries(rows).filter(([, found]) => found.length === 0);
    expect(empty.map(([table]) => table)).toEqual([]);
  });

  if (engine !== "sqlite") return;

  test("are personal if they have a uid, and otherwise listed with a reason", async () => {
    const { db } = await open();
    const tables = await db.introspection.getTables();
    const found = tables.filter(({ name }) => !derivedTables.test(name));
    const withUid = found.filter(({ columns }) => columns.some(({ name }) => name === "uid"));
    const withoutUid = found.filter((table) => !withUid.includes(table));
    const names = (tables: typeof found) => tables.map(({ name }) => name).sort();
    expect(names(withUid)).toEqual([...personalTables].sort());
    expect(names(withoutUid)).toEqual(Object.keys(otherTables).sort());
  });
});
