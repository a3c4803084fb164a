import { spawnSync } from "node:child_process";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

function measureBesidePostgres(measured: number): number | null {
  const file = (name: string) => JSON.stringify(pathToFileURL(path.resolve(name)).href);
  const program = `
    import { startPostgres } from ${file("tests/support/postgres.ts")};
    import { checkMax, count, finish } from ${file("bench/report.ts")};
    const postgres = await startPostgres();
    await postgres?.stop();
    finish([checkMax("one", ${measured}, 1, count)]);`;
  return spawnSync(process.execPath, ["--input-type=module", "--eval", program]).status;
}

test("the bench exits with 1 when a budget is exceeded, with PostgreSQL or without", {
  timeout: 120_000,
}, () => {
  expect(measureBesidePostgres(1)).toBe(0);
  expect(measureBesidePostgres(2)).toBe(1);
});
