import { writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { seconds } from "../src/contract/durations.ts";
import { contactForm } from "../src/contract/forms/contact.ts";
import { submissionPath } from "../src/contract/forms/submission.ts";
import { paths } from "../src/contract/paths.ts";
import { startPostgres } from "../tests/support/postgres.ts";
import { untilPrinted } from "../tests/support/server-process.ts";
import { listWorkers } from "../tests/support/worker-processes.ts";
import { hasNginx, startNginx } from "./cdn/nginx.ts";
import { visit } from "./cdn/visitor.ts";
import { startProgram } from "./child.ts";
import {
  connections,
  generate,
  type MeasuredServer,
  newMeasuredServer,
  p99Of,
  rateOf,
  runRounds,
} from "./load.ts";
import { checkMax, type Figure, milliseconds, note, perSecond } from "./report.ts";
import { bare, startOurs, withFolder } from "./server.ts";

const rounds = 2;
const killRounds = 3;
const maxReplacementMs = 1000;
/** Headers that nginx does not set itself. */
const sentHeaders =
  /^(content-(encoding|security-policy)|cache-control|vary|x-|referrer|permissions|cross-origin|origin-agent)/;
const postPath = submissionPath(contactForm.collection);

/** Pages and durable forms with one and two workers and on bare servers. */
export async function measureScaling(): Promise<Figure[]> {
  const onSqlite = await measureOn("SQLite", {}, "fastify-sqlite", async (folder) => [
    `${folder}/bare.sqlite`,
    "group",
  ]);
  const replaced = await measureReplacement();
  const withNginx = [...onSqlite, replaced, ...(await withFolder(measureNginx))];
  const postgres = await startPostgres({ durable: true });
  if (!postgres) return [...withNginx, note("PostgreSQL", "could not be started")];
  try {
    const settings = { DATABASE_URL: postgres.url };
    const args = async () => [postgres.url];
    return [...withNginx, ...(await measureOn("PostgreSQL", settings, "fastify-postgres", args))];
  } finally {
    await postgres.stop();
  }
}

function measureOn(
  engine: string,
  settings: Readonly<Record<string, string>>,
  bareName: string,
  bareArgs: (folder: string) => Promise<string[]>,
): Promise<Figure[]> {
  return withFolder((first) =>
    withFolder(async (second) => {
      const one = await startOurs(first, settings);
      const two = await startOurs(second, { ...settings, WORKERS: "2" });
      const same = await startProgram(bare("same-bytes"), {}, [one.origin, paths.home]);
      const storing = await startProgram(bare(bareName), {}, await bareArgs(first));
      const pages = [one, two, same].map(({ origin }) => newMeasuredServer(origin, paths.home));
      const forms = [
        ...[one, two].map(({ origin }) => newMeasuredServer(origin, postPath)),
        newMeasuredServer(storing.origin, "/messages"),
      ];
      // Serving a page uses no database, so one engine is enough.
      if (engine === "SQLite") await runRounds(pages, "GET", rounds);
      await runRounds(forms, "POST", rounds);
      for (const server of [one, two, same, storing]) await server.stop();
      return [
        ...(engine === "SQLite" ? describe(`GET ${paths.home}`, pages) : []),
        ...describe(`${engine}: stored forms`, forms),
      ];
    }),
  );
}

/** From the death of a loaded worker until another has its place; the slowest of three. */
async function measureReplacement(): Promise<Figure> {
  const times: number[] = [];
  for (let round = 0; round < killRounds; round += 1) {
    times.push(await withFolder(replaceWorker));
  }
  const name = "a killed worker is replaced, under load";
  return checkMax(name, Math.max(...times), maxReplacementMs, milliseconds);
}

async function replaceWorker(folder: string): Promise<number> {
  const { origin, child, stop } = await startOurs(folder, { WORKERS: "2" });
  const loading = generate({ origin, path: postPath, method: "POST", connections, seconds: 4 });
  await wait(seconds(1));
  const [worker] = await listWorkers(child.pid);
  if (worker) process.kill(worker.pid, "SIGKILL");
  // Requests that the killed worker had accepted fail, so only the time counts.
  const never = loading.then(() => Number.POSITIVE_INFINITY);
  const replaced = untilPrinted(child, /"ms":(\d+),"msg":"another worker took over"/);
  const ms = Number(await Promise.race([replaced, never]));
  await loading;
  await stop();
  return ms;
}

/** nginx with the same page as a file. It cannot store forms, so POST has no counterpart. */
async function measureNginx(folder: string): Promise<Figure[]> {
  const name = `GET ${paths.home}, nginx with a file`;
  if (!hasNginx) return [note(name, "nginx is not installed")];
  const ours = await startOurs(path.join(folder, "data"));
  const page = await visit(ours.origin, paths.home, { headers: { "accept-encoding": "br" } });
  await ours.stop();
  await writeFile(path.join(folder, "page"), page.body);
  const headers = Object.entries(page.headers).filter(([header]) => sentHeaders.test(header));
  const site = await startNginx(
    folder,
    (port) => `server {
      listen 127.0.0.1:${port};
      default_type "text/html; charset=utf-8";
      ${headers.map(([header, value]) => `add_header ${header} ${JSON.stringify(value)};`).join("\n")}
      location = / { root ${folder}; try_files /page =404; }
    }`,
  );
  const measured = newMeasuredServer(site.origin, paths.home);
  await runRounds([measured], "GET", rounds);
  await site.stop();
  return [note(name, `${perSecond(rateOf(measured))}, p99 ${milliseconds(p99Of(measured))}`)];
}

function describe(name: string, servers: readonly MeasuredServer[]): Figure[] {
  const labels = ["one process", "two workers", "bare server"];
  return servers.map((server, index) =>
    note(
      `${name}, ${labels[index]}`,
      `${perSecond(rateOf(server))}, p99 ${milliseconds(p99Of(server))}`,
    ),
  );
}
