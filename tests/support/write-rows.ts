/** A program: `node write-rows.ts <options of openDatabase as JSON> <rows>`; prints a shared secret. */
import type { DatabaseOptions } from "../../src/platform/server/db/client.ts";
import { openDatabase } from "../../src/platform/server/db/open-database.ts";
import { requireSecret } from "../../src/platform/server/db/secrets.ts";
import { makeSubmission } from "./rows.ts";

const [options = "", rows = ""] = process.argv.slice(2);
const client = await openDatabase(JSON.parse(options) as DatabaseOptions);
const secret = await requireSecret(client, "links");
const write = () =>
  client.write((trx) => trx.insertInto("submissions").values(makeSubmission()).execute());
await Promise.all(Array.from({ length: Number(rows) }, write));
await client.close();
console.log(secret.toString("hex"));
