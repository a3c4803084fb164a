import { spawnSync } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { brand } from "../../brand.ts";

const wrapper = path.resolve(`ops/systemd/${brand.slug}-ops`);

/** A unit, and programs that stand for root's: `runuser` prints the settings that a command gets. */
async function install(unit: string, secrets: string) {
  const folder = await mkdtemp(path.join(os.tmpdir(), "test-wrapper-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, "site.service");
  await writeFile(file, unit.replaceAll("FOLDER", folder));
  await writeFile(path.join(folder, "secrets"), secrets);
  await program(path.join(folder, "id"), "echo 0");
  await program(path.join(folder, "runuser"), 'printf "%s\\n" "$@"; echo ---; env');
  return (...args: string[]) => {
    const { stdout, stderr, status } = spawnSync(wrapper, args, {
      env: {
        PATH: `${folder}:${process.env.PATH}`,
        [`${brand.slug.toUpperCase()}_UNIT`]: file,
        DATABASE_URL: "postgres://localhost/of-root",
      },
      encoding: "utf8",
    });
    const [words = "", settings = ""] = stdout.split("---\n");
    return { words: words.trim().split("\n"), settings: settings.split("\n"), stderr, status };
  };
}

async function program(file: string, script: string) {
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
}

const unit = `[Service]
User=helper
ExecStart=/srv/site/node_modules/.bin/node --flag src/app/server/main.js
Environment=DATA_DIR=/var/lib/site TRUST_PROXY=on
Environment="MAIL_FROM=Help <help@example.com>"
Environment=PORT=%i
EnvironmentFile=-/nowhere.env
EnvironmentFile=-FOLDER/secrets
`;

const secrets = `# a comment
SMTP_URL=smtp://user:p$(id)&#<w@mail.example.com
STAFF_EMAIL="desk@example.com"
METRICS_TOKEN='a b'
INBOUND_MAIL_ADDRESS=reply@example.com`;

test("runs a command with the user and the settings of the unit", async () => {
  const run = await install(unit, secrets);
  const { words, settings, status } = run("records", "--csv", "two words");
  expect(status).toBe(0);
  expect(words).toEqual([
    ...["-u", "helper", "--", "/srv/site/node_modules/.bin/node", "/srv/site/src/app/ops/main.ts"],
    ...["records", "--csv", "two words"],
  ]);
  expect(settings).toEqual(
    expect.arrayContaining([
      "DATA_DIR=/var/lib/site",
      "TRUST_PROXY=on",
      "MAIL_FROM=Help <help@example.com>",
      "SMTP_URL=smtp://user:p$(id)&#<w@mail.example.com",
      "STAFF_EMAIL=desk@example.com",
      "METRICS_TOKEN=a b",
      "INBOUND_MAIL_ADDRESS=reply@example.com",
    ]),
  );
  expect(settings.filter((line) => line.startsWith("DATABASE_URL"))).toEqual([]);
});

test("takes settings before the command, without showing them as arguments", async () => {
  const run = await install(unit, secrets);
  const { words, settings } = run("DATA_DIR=/new", "STAFF_EMAIL=a=b", "restore", "X=1");
  expect(words.slice(5)).toEqual(["restore", "X=1"]);
  expect(settings).toEqual(expect.arrayContaining(["DATA_DIR=/new", "STAFF_EMAIL=a=b"]));
});

test("says what is missing", async () => {
  const run = await install("[Service]\nExecStart=/srv/site/node_modules/.bin/node x\n", "");
  expect(run("mail")).toMatchObject({ status: 1, stderr: "The unit has no User=.\n" });
  const lost = await install(unit.replace("=-FOLDER", "=FOLDER/no"), "");
  expect(lost("mail").status).not.toBe(0);
});

test("the unit of several servers is that of one, with its port and a delay of the stop", async () => {
  const [one, several] = await Promise.all(
    ["", "@"].map((mark) => readFile(`ops/systemd/${brand.slug}${mark}.service`, "utf8")),
  );
  const lines = (text = "") => text.split("\n").filter((line) => /^\w+=/.test(line));
  const others = lines(several).filter((line) => !lines(one).includes(line));
  expect(others.slice(1)).toEqual([
    "Environment=PORT=%i",
    "Environment=STOP_DELAY_SECONDS=5",
    "TimeoutStopSec=25",
  ]);
  const missing = lines(one).filter((line) => !lines(several).includes(line));
  expect(missing.slice(1)).toEqual(["TimeoutStopSec=20"]);
});
