import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startPostgres } from "../../tests/support/postgres.ts";
import { findFreePort } from "../cdn/nginx.ts";
import { startProgram } from "../child.ts";
import { checkNone, count, type Figure, note } from "../report.ts";
import { startOurs, withFolder } from "../server.ts";
import { hasCaddy, startCaddy } from "./caddy.ts";
import { measureIndexOnPostgres, measureIndexOnSqlite } from "./index-lock.ts";
import { fillOnPostgres, query } from "./old-records.ts";
import { Writers } from "./writers.ts";

const phaseMs = 8000;

/**
 * What an upgrade costs concurrent writers: a rolling upgrade of two nodes to this build, and the
 * creation of an index. `UPGRADE_ROWS` is the number of existing records; `OLD_BUILD` is the folder
 * of an older build, for the rolling upgrade.
 */
export async function measureUpgrade(): Promise<Figure[]> {
  return [
    ...(await measureRollOver()),
    ...(await measureIndexOnPostgres()),
    ...(await measureIndexOnSqlite()),
  ];
}

/** A rolling upgrade behind Caddy, configured as in `compose.yaml`, on one PostgreSQL. */
async function measureRollOver(): Promise<Figure[]> {
  const old = process.env.OLD_BUILD;
  if (old === undefined) return [note("Rolling upgrade", "skipped: OLD_BUILD is not set")];
  if (!hasCaddy) return [note("Rolling upgrade", "skipped: Caddy is not installed")];
  const postgres = await startPostgres({ durable: true });
  if (!postgres) return [note("Rolling upgrade", "skipped: PostgreSQL is not installed")];
  try {
    return await withFolder((folder) => rollOver(old, postgres.url, folder));
  } finally {
    await postgres.stop();
  }
}

async function rollOver(old: string, url: string, folder: string): Promise<Figure[]> {
  const ports = [await findFreePort(), await findFreePort()] as const;
  const settingsOf = (port: number) => ({
    DATABASE_URL: url,
    PORT: String(port),
    LOG_LEVEL: "warn",
    RATE_LIMITS: "off",
    TRUST_PROXY: "on",
    STOP_DELAY_SECONDS: "5",
  });
  const program = path.join(old, "src/server/main.js");
  const startOld = (port: number) =>
    startProgram(program, { ...settingsOf(port), DATA_DIR: folder });
  const nodes = [await startOld(ports[0]), await startOld(ports[1])];
  const proxy = await startCaddy(folder, ports);
  try {
    await fillOnPostgres(url);
    const writers = new Writers(proxy.origin);
    await writers.during("two old nodes", () => wait(phaseMs));
    for (const [index, name] of ["first", "second"].entries()) {
      const port = ports[index] ?? 0;
      await writers.during(`the ${name} old node is stopped`, async () => nodes.shift()?.stop());
      await writers.during(`the ${name} new node starts`, async () => {
        nodes.push(await startOurs(folder, settingsOf(port)));
      });
      await writers.during(`the ${name} new node serves`, () => wait(phaseMs));
    }
    await writers.stop();
    return [
      ...writers.describe(),
      describeFailed(writers),
      await findLost(url, writers.acknowledged),
    ];
  } finally {
    await proxy.stop();
    for (const node of nodes) await node.stop();
  }
}

function describeFailed({ errors, sent }: Writers): Figure {
  const all = errors.length > 0 ? [`${count(errors.length)} of ${count(sent)}`, ...errors] : [];
  return checkNone("failed forms", all, count(sent));
}

/** Acknowledged messages that are missing or stored twice. */
async function findLost(url: string, sent: ReadonlyMap<string, string>): Promise<Figure> {
  const rows = await query(
    url,
    "select email, reference from submissions where email like 'ada.%'",
  );
  const stored = new Map(rows.map(({ email, reference }) => [email, reference]));
  const errors = [...sent].filter(([email, reference]) => stored.get(email) !== reference);
  const doubled = rows.length - stored.size;
  return checkNone(
    "acknowledged forms that are lost or stored twice",
    [...errors.map(([email]) => `${email} is lost`), ...(doubled > 0 ? [`${doubled} twice`] : [])],
    count(sent.size),
  );
}
