/**
 * `npm run demo`: the real server with sample data, in the given DATA_DIR or a temporary one. It
 * contacts no other service: SQLite, emails as files, payments in the sandbox, no conversions.
 */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { readFullConfig } from "../src/app/server/read-config.ts";
import { start } from "../src/app/server/start.ts";
import { deskPaths } from "../src/platform/contract/desk/paths.ts";
import { paths } from "../src/platform/contract/paths.ts";
import { openDatabase } from "../src/platform/server/db/open-database.ts";
import { fileStoreOf } from "../src/platform/server/files/file-store.ts";
import { addDemoDesk, demoStaff, demoStaffPassword } from "./demo/desk.ts";
import { pointDemoWebhooks, startDemoReceiver } from "./demo/integrations.ts";
import { addDemoPeople, demoPerson } from "./demo/people.ts";

process.umask(0o077);
// The demo's passwords are public, so a second factor would protect nothing.
process.env.STAFF_SECOND_FACTOR = "optional";
const outside = [
  "DATABASE_URL",
  "SMTP_URL",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "FILES_URL",
  "OTEL_EXPORTER_OTLP_ENDPOINT",
];
for (const name of [...outside, "CONVERSIONS_FILE"]) delete process.env[name];
if (!process.env.DATA_DIR) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "demo-"));
  process.env.DATA_DIR = folder;
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
}
try {
  const config = readFullConfig(process.env);
  const database = await openDatabase(config);
  try {
    await addDemoPeople(fileStoreOf({ database, config }));
    await addDemoDesk({ database, config }, Date.now());
    await pointDemoWebhooks(database, await startDemoReceiver());
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
// The demo runs its own webhook receiver.
const origin = await start({ allowLoopback: true });
console.log(`Log in at ${origin}${paths.login}
  Email:    ${demoPerson.email}
  Password: ${demoPerson.password}

Staff log in at ${origin}${deskPaths.login}
  Password: ${demoStaffPassword}
${demoStaff.map(({ email, roles }) => `  ${email.padEnd(20)} ${roles.join(", ")}`).join("\n")}`);
