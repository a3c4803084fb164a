import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { runOps } from "../../tests/support/ops.ts";
import { brand } from "../brand.ts";
import { openDatabase } from "../server/platform/db/connect/open-database.ts";

const nobody = 65534;
const isRoot = process.getuid?.() === 0;
if (!isRoot) console.log("Skipped: tests of another user's data need root.");

async function makeData() {
  const folder = await mkdtemp(path.join(os.tmpdir(), "test-owner-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const dataDir = path.join(folder, "data");
  await (await openDatabase({ dataDir })).close();
  return { folder, dataDir };
}

/** One line of arguments for each command that uses the data. */
const commands = [
  "records ContactForm",
  "find ada@example.com",
  "requests add --email ada@example.com",
  "requests update --email ada@example.com",
  "requests complete --email ada@example.com r1",
  "requests remove --email ada@example.com r1",
  "files move --to s3://people?region=us-east-1",
  "sessions end --all",
  "accounts delete --email ada@example.com",
  "accounts unlock --email ada@example.com",
  "same-addresses",
  "staff list",
  "newsletter export",
  "newsletter add --email ada@example.com --note paper",
  "deletion list",
  "deletion carry-out 7KX2M9PW",
  "deletion done 7KX2M9PW",
  "mail",
  "mail retry",
  "inbound-mail",
  "webhooks list",
  "tokens list",
  "tokens create --name shop --scope messages",
  "spam list",
  "submissions delete 7KX2M9PW",
  "applications delete 7KX2M9PW",
  "funnel",
  "conversions list",
  "backup site.backup",
  "restore site.backup",
  "migrate",
];

test.runIf(isRoot)(
  "as root every command refuses another user's data, and says what to type",
  async () => {
    const { dataDir } = await makeData();
    await chown(dataDir, nobody, nobody);
    for (const line of commands) {
      const { code, stdout, stderr } = await runOps({ dataDir }, ...line.split(" "));
      expect([line, code, stdout]).toEqual([line, 1, ""]);
      expect(stderr).toContain(`${dataDir} belongs to the user nobody`);
      expect(stderr).toContain(`Type: ${brand.slug}-ops DATA_DIR=${dataDir} ${line.split(" ")[0]}`);
      expect(stderr).toContain(`runuser -u nobody -- env DATA_DIR=${dataDir} `);
    }
    expect(await readdir(dataDir)).toEqual(["database.sqlite"]);
  },
);

test.runIf(isRoot)(
  "a restore as root into a new folder below another user's folder is refused",
  async () => {
    const { folder } = await makeData();
    await chown(folder, nobody, nobody);
    const run = await runOps({ dataDir: path.join(folder, "new") }, "restore", "site.backup");
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(await readdir(folder)).toEqual(["data"]);
  },
);

test.runIf(isRoot)("no command ends with 0 in a folder that its user cannot write", async () => {
  const { folder, dataDir } = await makeData();
  for (const one of [folder, dataDir]) await chmod(one, 0o755);
  const { mtimeMs } = await stat(path.join(dataDir, "database.sqlite"));
  const program = `
    process.setgid(${nobody}); process.setuid(${nobody});
    const { runCommand } = await import(${JSON.stringify(path.resolve("src/ops/run-command.ts"))});
    for (const line of ${JSON.stringify(commands)}) {
      let stderr = "";
      const code = await runCommand(line.split(" "), {
        env: { DATA_DIR: ${JSON.stringify(dataDir)}, AWS_ACCESS_KEY_ID: "a", AWS_SECRET_ACCESS_KEY: "b" },
        readBytes: async () => new Uint8Array(),
        print: async () => {},
        warn: (text) => { stderr += text; },
      });
      console.log(JSON.stringify([line, code, stderr]));
    }`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [out] = await Promise.all([text(child.stdout), once(child, "exit")]);
  const runs = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(runs.map(([line]) => line)).toEqual(commands);
  for (const [line, code, stderr] of runs) {
    expect([line, code]).toEqual([line, 1]);
    expect(stderr).toContain(`${dataDir} is not writable for the user nobody; it belongs to root.`);
  }
  expect((await stat(path.join(dataDir, "database.sqlite"))).mtimeMs).toBe(mtimeMs);
});
