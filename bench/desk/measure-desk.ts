import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { caseStatuses, inboxEndpoints, inboxForms } from "../../src/contract/desk/inbox.ts";
import { pathOf } from "../../src/contract/endpoints/define-endpoint.ts";
import { platform } from "../../src/contract/form-engine/fields.ts";
import { buildApp } from "../../src/server/app.ts";
import { openContext } from "../../src/server/context/open-context.ts";
import { readConfig } from "../../src/server/platform/config/config.ts";
import { countFunnelDays } from "../../src/server/records/applicants/funnel-days.ts";
import { startPostgres } from "../../tests/support/postgres.ts";
import { type SignedInStaff, signInStaff } from "../../tests/support/staff.ts";
import { checkMax, type Figure, milliseconds, note } from "../report.ts";
import { applicationRequests } from "./application-requests.ts";
import { fillApplications } from "./fill-applications.ts";
import { type FilledInbox, fillInbox } from "./fill-inbox.ts";

/** Cases in the store, unless DESK_CASES says otherwise. */
const caseCount = Number(process.env.DESK_CASES ?? 1_000_000);
/** Applications in the store, unless DESK_APPLICATIONS says otherwise. */
const applicationCount = Number(process.env.DESK_APPLICATIONS ?? 100_000);
const repeats = 60;
const warmUps = 5;
/** 95th percentile that no request may exceed, in milliseconds. */
const maxMs = 50;

const listPath = pathOf(inboxEndpoints.list);
const casePath = pathOf(inboxEndpoints.read);

/** Requests of the desk on a full store, on both engines. */
export async function measureDesk(): Promise<Figure[]> {
  const onSqlite = await measureOn("SQLite", undefined);
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
    readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, LOG_LEVEL: "silent" }),
  );
  const app = buildApp(context);
  try {
    const server = { app, database: context.database, clock: { now: context.now() } };
    const staff: SignedInStaff[] = [];
    for (const name of ["Imani Bell", "Paul Eriksen", "Lena Sato"]) {
      staff.push(await signInStaff(server, ["admin"], name));
    }
    const ids = staff.map(({ id }) => id);
    const started = performance.now();
    const inbox = await fillInbox(context.database, caseCount, ids, context.now());
    const seconds = Math.round((performance.now() - started) / 1000);
    const [imani] = staff;
    if (!imani) return [];
    const figures = [note(`${engine}: cases stored`, `${caseCount} in ${seconds} s`)];
    for (const [name, run] of Object.entries(listRequests(imani, staff, inbox))) {
      figures.push(await measure(`${engine}: ${name}`, run));
    }
    const applicationsStarted = performance.now();
    const references = await fillApplications(context.database, applicationCount, context.now());
    while (await countFunnelDays(context.database, context.now()));
    const filled = Math.round((performance.now() - applicationsStarted) / 1000);
    figures.push(note(`${engine}: applications stored`, `${applicationCount} in ${filled} s`));
    for (const [name, run] of Object.entries(applicationRequests(imani, references))) {
      figures.push(await measure(`${engine}: applications, ${name}`, run));
    }
    return figures;
  } finally {
    await app.close();
    await context.database.close();
    await rm(dataDir, { recursive: true });
  }
}

/** One request, in a numbered round. */
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

function listRequests(
  imani: SignedInStaff,
  staff: readonly SignedInStaff[],
  { references }: FilledInbox,
): Record<string, Run> {
  const at = <Item>(items: readonly Item[], round: number) => items[round % items.length] as Item;
  const get = async (url: string) => {
    const response = await imani.request("GET", url);
    if (response.statusCode !== 200) throw new Error(`${url}: ${response.body}`);
    return response;
  };
  const list = async (query: string) => void (await get(`${listPath}?${query}`));
  const forms = Object.keys(inboxForms);
  // The position of page 10,000: half of the cases are before it.
  const middle = Date.now() - 1.5 * 365 * 24 * 60 * 60 * 1000;
  const versions = new Map<string, number>();
  return {
    "page 1": () => list(""),
    "page 1 of all": () => list("status=all"),
    "page 10,000 by key": () => list(`status=all&after=${Math.round(middle)}.${caseCount / 2}`),
    "oldest first": () => list("status=all&sort=oldest"),
    "longest waiting": () => list("sort=longest-waiting"),
    "by form": (round) => list(`status=all&form=${at(forms, round)}`),
    "by status": (round) => list(`status=${at(caseStatuses, round)}`),
    "by assignee": (round) => list(`status=all&assignee=${at(staff, round).id}`),
    "by platform": (round) =>
      list(`status=all&platform=${encodeURIComponent(at(platform.options, round))}`),
    "by tag": (round) => list(`status=all&tag=${at(["billing", "Android"], round)}`),
    "by days": (round) => list(`status=all&from=2025-0${1 + (round % 9)}-01&to=2025-12-31`),
    overdue: () => list("status=overdue"),
    spam: () => list("status=spam"),
    "form, assignee and tag": (round) =>
      list(`status=all&form=${at(forms, round)}&assignee=${imani.id}&tag=billing`),
    counts: async () => void (await get(pathOf(inboxEndpoints.counts))),
    "search, a name": (round) => list(`status=all&q=${at(["Helen", "anna mor", "tito"], round)}`),
    "search, a reference": (round) => list(`status=all&q=${at(references, round)}`),
    "search, a beginning": (round) => list(`status=all&q=${at(["ba", "mo", "sta", "k"], round)}`),
    "search, with filters": () => list(`status=all&q=ban&assignee=${imani.id}&form=${forms[0]}`),
    "search, nothing found": () => list("status=all&q=xylophone"),
    open: async (round) => void (await get(casePath.replace(":id", at(references, round)))),
    "change of status": async (round) => {
      const reference = at(references, round);
      const version = versions.get(reference) ?? 1;
      const edit = { status: version % 2 ? "in-progress" : "done" };
      const url = casePath.replace(":id", reference);
      const response = await imani.request("PATCH", url, { version, edit });
      if (response.statusCode !== 200) throw new Error(response.body);
      versions.set(reference, response.json().version);
    },
  };
}
