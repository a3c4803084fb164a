import pg from "pg";
import { contactForm } from "../../src/contract/forms/contact.ts";
import { submissionPath } from "../../src/contract/forms/submission.ts";
import { startPostgres } from "../../tests/support/postgres.ts";
import { inboxRequests } from "../desk/inbox-requests.ts";
import { compare, newMeasuredServer, p99Of, rateOf, runRounds } from "../load.ts";
import {
  checkMax,
  type Figure,
  megabytes,
  milliseconds,
  note,
  perSecond,
  ratio,
} from "../report.ts";
import { startOurs, withFolder } from "../server.ts";
import { measureCombinations } from "./combine-filters.ts";
import { compareDesks, type Desk, openDesk } from "./compare-desks.ts";
import { fillYear, readSample, yearSettings } from "./fill-year.ts";
import { yearDays } from "./year-rows.ts";

const smallCount = 100_000;
/** Cases in the large database; `--rows=1000000` changes it. */
const largeCount = Number(readOption("rows") ?? 10_000_000);
/**
 * `--postgres=URL`, with a superuser: an existing server with `yearSettings`. Its databases are
 * kept and, once filled, reused. Without it a temporary server is started.
 */
const keptUrl = readOption("postgres");
/** Limit for a request's time on the large database relative to the small one. */
const maxRatio = 1.2;
const insertRounds = 15;
const insertWarmUps = 2;
const tables = ["submissions", "cases", "case_tags", "case_words"];

interface Store {
  readonly name: string;
  readonly url: string;
  readonly desk: Desk;
  readonly requests: ReturnType<typeof inboxRequests>;
}

/** A year of cases on PostgreSQL: the cost of a hundred times as many records. */
export async function measureYear(): Promise<Figure[]> {
  const postgres = keptUrl
    ? { url: keptUrl, stop: async () => {} }
    : await startPostgres({ durable: true, settings: yearSettings });
  if (!postgres) return [note("PostgreSQL", "could not be started")];
  const figures: Figure[] = [];
  const report = (figure: Figure) => {
    figures.push(figure);
    console.error(`${figure.name}: ${figure.measured} ${figure.verdict ?? ""}`);
  };
  const stores: Store[] = [];
  try {
    for (const count of [smallCount, largeCount]) {
      stores.push(await fillStore(postgres.url, count, report));
    }
    const [small, large] = stores;
    if (!small || !large) return figures;
    await compareDesks(small.requests, large.requests, maxRatio, report);
    for (const figure of await measureCombinations(large.desk.staff)) report(figure);
    report(await compareInserts(small.url, large.url));
  } finally {
    for (const { desk } of stores) await desk.close();
    await postgres.stop();
  }
  return figures;
}

async function fillStore(
  postgresUrl: string,
  count: number,
  report: (figure: Figure) => void,
): Promise<Store> {
  const name = count.toLocaleString("en");
  const url = await createDatabase(postgresUrl, `year_${count}`);
  const desk = await openDesk(url);
  let inbox = await readSample(url, count);
  if (!inbox) {
    const started = performance.now();
    await fillYear(
      url,
      count,
      desk.staff.map(({ id }) => id),
      Date.now(),
      (what, ms) => console.error(`${name}, ${what}: ${Math.round(ms / 1000)} s`),
    );
    const seconds = Math.round((performance.now() - started) / 1000);
    report(note(`${name} cases`, `stored in ${seconds} s, ${await describeSizes(url)}`));
    inbox = await readSample(url, count);
  }
  if (!inbox) throw new Error("Nothing was stored.");
  const requests = inboxRequests(desk.staff[0], desk.staff, inbox, count, yearDays);
  return { name, url, desk, requests };
}

/** Durable forms through the server, which creates their cases in the background, mostly later. */
function compareInserts(smallUrl: string, largeUrl: string): Promise<Figure> {
  return withFolder(async (first) =>
    withFolder(async (second) => {
      const servers = [
        await startOurs(first, { DATABASE_URL: smallUrl }),
        await startOurs(second, { DATABASE_URL: largeUrl }),
      ];
      const postPath = submissionPath(contactForm.collection);
      const [small, large] = servers.map(({ origin }) => newMeasuredServer(origin, postPath));
      if (!small || !large) throw new Error("No server was started.");
      await runRounds([small, large], "POST", insertRounds, insertWarmUps);
      for (const server of servers) await server.stop();
      const detail = [small, large].map(
        (one) => `${perSecond(rateOf(one))} (p99 ${milliseconds(p99Of(one))})`,
      );
      return checkMax(
        "time to store a form, large / small",
        compare(small, large),
        maxRatio,
        ratio,
        detail.join(" and "),
      );
    }),
  );
}

async function createDatabase(postgresUrl: string, name: string): Promise<string> {
  await withClient(postgresUrl, async (client) => {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [name]);
    if (rowCount === 0) await client.query(`create database ${name}`);
  });
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function describeSizes(url: string): Promise<string> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ heap: string; indexes: string }>(
      `select sum(pg_table_size(name::regclass)) as heap, sum(pg_indexes_size(name::regclass)) as indexes
        from unnest($1::text[]) as name`,
      [tables],
    ),
  );
  const [size] = rows;
  return `tables ${megabytes(Number(size?.heap))}, indexes ${megabytes(Number(size?.indexes))}`;
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function readOption(name: string): string | undefined {
  const start = `--${name}=`;
  return process.argv.find((arg) => arg.startsWith(start))?.slice(start.length);
}
