/**
 * A program: `node check-integrity.js <SQLite file>` prints "ok", "damaged", or "unchecked" if it
 * cannot tell. A separate process, since reading a large file would block the server. JavaScript
 * for the reason in main.js.
 */
import { DatabaseSync } from "node:sqlite";

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const damageCodes = [11, 26];
const busyTimeoutMs = 5000;

console.log(check(process.argv[2]));

function check(file) {
  try {
    const database = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs });
    try {
      const { quick_check } = database.prepare("pragma quick_check(1)").get();
      return quick_check === "ok" ? "ok" : "damaged";
    } finally {
      database.close();
    }
  } catch ({ errcode }) {
    // The low byte is the primary code.
    return damageCodes.includes(errcode & 0xff) ? "damaged" : "unchecked";
  }
}
