import { contactForm } from "../src/contract/forms/contact.ts";
import { submissionPath } from "../src/contract/forms/submission.ts";
import { paths } from "../src/contract/paths.ts";
import { startPostgres } from "../tests/support/postgres.ts";
import { startProgram } from "./child.ts";
import { type MeasuredServer, newMeasuredServer, p99Of, rateOf, runRounds } from "./load.ts";
import { type Figure, milliseconds, note, perSecond } from "./report.ts";
import { bare, startOurs, withFolder } from "./server.ts";

const rounds = 2;
const postPath = submissionPath(contactForm.collection);

/** Pages and durable forms with one and two workers, beside bare servers; nothing is judged. */
export async function measureScaling(): Promise<Figure[]> {
  const onSqlite = await measureOn("SQLite", {}, "fastify-sqlite", async (folder) => [
    `${folder}/bare.sqlite`,
    "group",
  ]);
  const postgres = await startPostgres({ durable: true });
  if (!postgres) return [...onSqlite, note("PostgreSQL", "could not be started")];
  try {
    const settings = { DATABASE_URL: postgres.url };
    const args = async () => [postgres.url];
    return [...onSqlite, ...(await measureOn("PostgreSQL", settings, "fastify-postgres", args))];
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
      // Pages do not touch the database.
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

function describe(name: string, servers: readonly MeasuredServer[]): Figure[] {
  const labels = ["one process", "two workers", "bare server"];
  return servers.map((server, index) =>
    note(
      `${name}, ${labels[index]}`,
      `${perSecond(rateOf(server))}, 99th percentile ${milliseconds(p99Of(server))}`,
    ),
  );
}
