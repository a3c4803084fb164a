import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { recruitingPaths } from "../../../tests/support/api-paths.ts";
import { runOpsWith } from "../../../tests/support/ops.ts";
import { phonePicture } from "../../../tests/support/pictures.ts";
import { TestBrowser } from "../../../tests/support/recruiting.ts";
import { openTestApp } from "../../../tests/support/test-app.ts";

const nobody = 65534;
const isRoot = process.getuid?.() === 0;
/** For whom folders can be locked. */
const user = isRoot ? { uid: nobody } : {};

/** What Node says, which tells an operator little. */
const nodeText = /\bE[A-Z]{3,}\b|no such file or directory|permission denied|not a directory|at /;

/** A site with an application and its résumé, whose `DATA_DIR` belongs to the user of the commands. */
async function openSite() {
  const folder = await mkdtemp(path.join(os.tmpdir(), "test-unwritable-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const dataDir = path.join(folder, "data");
  const { app, database } = await openTestApp(async () => ({ dataDir }));
  const browser = new TestBrowser(app);
  const pdf = Buffer.from("%PDF-1.7\n%%EOF\n");
  await browser.put(`${recruitingPaths("care").resume}?name=cv.pdf`, pdf);
  const reference = await browser.apply("care");
  await database.emptyLog();
  const picture = path.join(folder, "picture.jpg");
  await writeFile(picture, await sharp(await phonePicture()).toBuffer());
  const [locked, file, backup] = ["locked", "file", "site.backup"].map((name) =>
    path.join(folder, name),
  ) as [string, string, string];
  await mkdir(locked, { mode: 0o555 });
  await writeFile(file, "");
  return { folder, dataDir, reference, picture, locked, file, backup };
}

test("each command that writes files says in a sentence what is wrong, and ends with 1", async () => {
  const { folder, dataDir, reference, picture, locked, file, backup } = await openSite();
  for (const one of [folder, dataDir]) await chmod(one, 0o755);
  if (isRoot) await spawnChown(dataDir);
  const email = "From: ada@example.com\nTo: help@example.com\nSubject: Hi\n\nHello\n";
  const noFiles = async () => {
    await rm(path.join(dataDir, "files"), { recursive: true, force: true });
    await writeFile(path.join(dataDir, "files"), "");
  };
  const permission = "this user has no permission. Run the command as a user who may write there";
  const missing = "there is no such file or folder. Check the path.";
  const isFile = "a part of the path is a file and not a folder. Check the path.";
  const cases: readonly [args: string[], dataDir: string, says: string, options?: object][] = [
    [["backup", path.join(locked, "a")], dataDir, permission],
    [["backup", path.join(folder, "none/a")], dataDir, missing],
    [["backup", path.join(file, "a")], dataDir, isFile],
    [["applications", "resume", reference, path.join(locked, "cv.pdf")], dataDir, permission],
    [["applications", "resume", reference, path.join(folder, "none/cv")], dataDir, missing],
    [["pictures", "put", "--provider", "p1", path.join(folder, "none.png")], dataDir, missing],
    [["backup", backup], dataDir, ""],
    [["restore", backup], path.join(locked, "new"), permission],
    [["restore", backup], path.join(file, "new"), isFile],
    [["restore", path.join(folder, "none")], path.join(folder, "new"), missing],
    [["backup", "--verify", backup], dataDir, permission, { env: { TMPDIR: locked } }],
    [["backup", "--verify", backup], dataDir, missing, { env: { TMPDIR: `${folder}/none` } }],
  ];
  if (isRoot) await chown(folder, nobody, nobody);
  for (const [args, data, says, options] of cases) {
    const { code, stderr } = await runOpsWith("", { dataDir: data, ...user, ...options }, ...args);
    expect([args, code, stderr]).toEqual([args, says === "" ? 0 : 1, expect.any(String)]);
    expect([args, stderr]).toEqual([args, expect.stringContaining(says)]);
    expect([args, stderr]).toEqual([args, expect.not.stringMatching(nodeText)]);
  }
  await noFiles();
  const env = { PUBLIC_URL: "https://www.example.com" };
  for (const [args, input] of [
    [["pictures", "put", "--provider", "p1", picture], ""],
    [["inbound-mail"], email],
  ] as const) {
    const { code, stderr } = await runOpsWith(input, { dataDir, env, ...user }, ...args);
    expect([args, code, stderr]).toEqual([args, 1, expect.stringContaining("is a file and not")]);
    expect([args, stderr]).toEqual([args, expect.not.stringMatching(nodeText)]);
  }
});

async function spawnChown(folder: string): Promise<void> {
  const child = spawn("chown", ["-R", `${nobody}:${nobody}`, folder]);
  expect(await once(child, "exit")).toEqual([0, null]);
}
