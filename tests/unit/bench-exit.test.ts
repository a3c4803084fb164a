import { spawnSync } from "node:child_process";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

test("the bench exits with 1 when a budget is exceeded, though PostgreSQL runs beside it", {
  timeout: 120_000,
}, () => {
  const file = (name: string) => JSON.stringify(pathToFileURL(path.resolve(name)).href);
  const program = `
    import { startPostgres } from ${file("tests/support/postgres.ts")};
    import { checkMax, count, finish } from ${file("bench/report.ts")};
    const postgres = await startPostgres();
    await postgres?.stop();
    finish([checkMax("one", 2, 1, count)]);`;
  const { status } = spawnSync(process.execPath, ["--input-type=module", "--eval", program]);
  expect(status).toBe(1);
});
