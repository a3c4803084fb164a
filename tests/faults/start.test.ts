import { execFile } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { inboundMailEndpoints } from "../../src/features/messages/contract/inbound-mail.ts";
import { pathOf } from "../../src/platform/contract/define-endpoint.ts";
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

test("the bundle that npm start runs serves pages and parses emails", async () => {
  const token = "token-of-the-mail-server-in-this-test";
  const settings = { INBOUND_MAIL_TOKEN: token };
  const program = "dist/server.js";
  const { origin, child } = await startServerProcess(await makeFolder(), settings, ".", program);
  expect((await fetch(origin)).status).toBe(200);
  const headers = { authorization: `Bearer ${token}`, "content-type": "message/rfc822" };
  const body = "From: Ann <ann@example.com>\r\nTo: help@example.com\r\n\r\nCan you help?";
  const address = origin + pathOf(inboundMailEndpoints.receive);
  expect((await fetch(address, { method: "POST", headers, body })).status).toBe(201);
  expect(await endProcess(child, "SIGTERM")).toBe(0);
});

test("each module of the bundle can be loaded alone", async () => {
  const [bundle = ""] = /server-\w+/.exec(await readFile("dist/server.js", "utf8")) ?? [];
  const modules = await readdir(path.join("dist", bundle, "chunks"));
  expect(modules.length).toBeGreaterThan(100);
  const imports = modules.map((name) => `await import("./dist/${bundle}/chunks/${name}");`);
  const args = ["--input-type=module", "--eval", imports.join("\n")];
  await promisify(execFile)(process.execPath, args);
});
