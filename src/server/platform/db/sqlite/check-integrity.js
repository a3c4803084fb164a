/**
 * A program: `node check-integrity.js <SQLite file>` prints "ok", "damaged", or "unchecked" when
 * it cannot tell. A process of its own, since reading all of a large file would keep the server
 * from answering. JavaScript for the reason given in main.js.
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
    // The low byte is the kind of error, the rest tells its cases apart.
    return damageCodes.includes(errcode & 0xff) ? "damaged" : "unchecked";
  }
}
