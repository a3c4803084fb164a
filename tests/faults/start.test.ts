import { once } from "node:events";
import { chmod, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { sqliteFile } from "../../src/platform/server/db/client.ts";
import { endProcess, runUntilExit, startServerProcess } from "../support/server-process.ts";

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "test-start-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test("a port in use prints one line and exits with 1", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const { code, output } = await runUntilExit({
    PORT: String(port),
    DATA_DIR: await makeFolder(),
  });
  expect(code).toBe(1);
  expect(output).toContain("Set PORT to a free one.");
  expect(output.trim().split("\n")).toHaveLength(1);
});

test("an invalid data folder or database prints one line and exits with 1", async () => {
  const folder = await makeFolder();
  const file = path.join(folder, sqliteFile);
  await writeFile(file, "these bytes are no database at all");
  for (const DATA_DIR of [file, folder]) {
    const { code, output } = await runUntilExit({ DATA_DIR });
    expect(code).toBe(1);
    expect(output).toContain("DATA_DIR");
    expect(output.trim().split("\n")).toHaveLength(1);
  }
});

test.each(["postgres://user:hidden-word@127.0.0.1:1/x", "postgres://user:hidden-word@[half/x"])(
  "an unreachable PostgreSQL is reported without the password: %s",
  async (url) => {
    const { code, output } = await runUntilExit({
      DATABASE_URL: url,
      DATA_DIR: await makeFolder(),
    });
    expect(code).toBe(1);
    expect(output).toContain("DATABASE_URL");
    expect(output).not.toContain("hidden-word");
  },
);

test("other users cannot read the database, whatever the folder's permissions", async () => {
  const folder = await makeFolder();
  await chmod(folder, 0o755);
  const { child } = await startServerProcess(folder);
  const { mode } = await stat(path.join(folder, sqliteFile));
  expect(await endProcess(child, "SIGTERM")).toBe(0);
  expect(mode & 0o077).toBe(0);
});
