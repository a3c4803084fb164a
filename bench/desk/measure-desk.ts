import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { buildApp } from "../../src/app/server/app.ts";
import { readFullConfig } from "../../src/app/server/read-config.ts";
import { countFunnelDays } from "../../src/features/recruiting/server/applicants/funnel-days.ts";
import { openDatabase } from "../../src/platform/server/db/open-database.ts";
import { openContext } from "../../src/platform/server/open-context.ts";
import { startPostgres } from "../../tests/support/postgres.ts";
import { signInStaff } from "../../tests/support/staff.ts";
import { checkMax, type Figure, milliseconds, note } from "../report.ts";
import { applicationRequests } from "./application-requests.ts";
import { fillApplications } from "./fill-applications.ts";
import { fillInbox } from "./fill-inbox.ts";
import { fillNewsletter } from "./fill-newsletter.ts";
import { fillPrivacy } from "./fill-privacy.ts";
import { inboxRequests } from "./inbox-requests.ts";
import { deskCount, measureLiveDesks } from "./live-desks.ts";
import { newsletterRequests } from "./newsletter-requests.ts";
import { privacyRequests } from "./privacy-requests.ts";

/** Number of stored cases; DESK_CASES overrides it. */
const caseCount = Number(process.env.DESK_CASES ?? 1_000_000);
const applicationCount = Number(process.env.DESK_APPLICATIONS ?? 1_000_000);
const subscriberCount = Number(process.env.DESK_READERS ?? 1_000_000);
/** Staff members to whom cases are assigned. */
const names = ["Imani Bell", "Paul Eriksen", "Lena Sato"];
const repeats = 60;
const warmUps = 5;
/** Limit for the p95 of every request, in milliseconds. */
const maxMs = 50;

/** Measures only this engine: "sqlite" or "postgres"; by default both. */
const engine = process.env.DESK_ENGINE;

/** Requests of the desk on full databases, on both engines. Takes half an hour. */
export async function measureDesk(): Promise<Figure[]> {
  const onSqlite = engine === "postgres" ? [] : await measureOn("SQLite", undefined);
  if (engine === "sqlite") return onSqlite;
  const postgres = await startPostgres({ durable: true });
  if (!postgres) return [...onSqlite, note("PostgreSQL", "could not be started")];
  try {
    return [...onSqlite, ...(await measureOn("PostgreSQL", postgres.url))];
  } finally {
    await postgres.stop();
  }
}

async function measureOn(engine: string, databaseUrl: string | undefined): Promise<Figure[]> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "bench-desk-"));
  const context = await openContext(
    readFullConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, LOG_LEVEL: "silent" }),
  );
  const app = buildApp(context);
  const { database, now } = context;
  // The server's own connections to PostgreSQL have a statement timeout.
  const filler = databaseUrl
    ? await openDatabase({ dataDir, databaseUrl, noStatementTimeout: true })
    : database;
  const figures: Figure[] = [];
  const report = (figure: Figure) => {
    figures.push(figure);
    console.error(`${figure.name}: ${figure.measured} ${figure.verdict ?? ""}`);
  };
  const fill = async <Filled>(what: string, fillStore: () => Promise<Filled>): Promise<Filled> => {
    const started = performance.now();
    const filled = await fillStore();
    // In production autovacuum does this on PostgreSQL; on SQLite the server keeps no statistics.
    if (filler.engine === "postgres") await filler.write((trx) => sql`analyze`.execute(trx));
    const seconds = Math.round((performance.now() - started) / 1000);
    report(note(`${engine}: ${what} stored`, `in ${seconds} s`));
    return filled;
  };
  const measureAll = async (theme: string, requests: Readonly<Record<string, Run>>) => {
    for (const [name, run] of Object.entries(requests)) {
      report(await measure(`${engine}: ${theme}${name}`, run));
    }
  };
  let cookies: string[] = [];
  let reference = "";
  try {
    const server = { app, database, clock: { now: now() } };
    const [imani, ...others] = await Promise.all(
      Array.from({ length: deskCount }, (_, index) =>
        signInStaff(server, ["admin"], names[index] ?? `Staff ${index}`),
      ),
    );
    if (!imani) return [];
    const staff = [imani, ...others];
    cookies = staff.map(({ cookie }) => cookie);
    const assigned = staff.slice(0, names.length);
    const inbox = await fill(`${caseCount} cases`, () =>
      fillInbox(
        filler,
        caseCount,
        assigned.map(({ id }) => id),
        now(),
      ),
    );
    reference = inbox.references.at(-1) ?? "";
    await measureAll("", inboxRequests(imani, assigned, inbox, caseCount));
    const open = await fill("privacy requests", () => fillPrivacy(filler, now()));
    await measureAll("privacy, ", privacyRequests(imani, open));
    await fill(`${subscriberCount} readers`, () => fillNewsletter(filler, subscriberCount, now()));
    await measureAll("newsletter, ", newsletterRequests(imani, subscriberCount));
    const references = await fill(`${applicationCount} applications`, async () => {
      const filled = await fillApplications(filler, applicationCount, now());
      while (await countFunnelDays(database, now()));
      return filled;
    });
    await measureAll("applications, ", applicationRequests(imani, references));
  } finally {
    await app.close();
    await context.database.close();
    if (filler !== database) await filler.close();
  }
  try {
    for (const figure of await measureLiveDesks(engine, dataDir, databaseUrl, cookies, reference)) {
      report(figure);
    }
  } finally {
    await rm(dataDir, { recursive: true });
  }
  return figures;
}

/** Sends one request; the round selects its values. */
export type Run = (round: number) => Promise<void>;

async function measure(name: string, run: Run): Promise<Figure> {
  for (let round = 0; round < warmUps; round += 1) await run(round);
  const times: number[] = [];
  for (let round = 0; round < repeats; round += 1) {
    const started = performance.now();
    await run(round);
    times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  const median = times[Math.floor(repeats / 2)] ?? 0;
  const p95 = times[Math.ceil(repeats * 0.95) - 1] ?? 0;
  return checkMax(name, p95, maxMs, milliseconds, `(median ${median.toFixed(1)} ms)`);
}
