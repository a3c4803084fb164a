import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { buildApp } from "../../src/server/app.ts";
import { openContext } from "../../src/server/context/open-context.ts";
import { readConfig } from "../../src/server/platform/config/config.ts";
import { type SignedInStaff, signInAgain, signInStaff } from "../../tests/support/staff.ts";
import type { Run } from "../desk/measure-desk.ts";
import { checkMax, checkNone, type Figure, median, ratio } from "../report.ts";

const colleagues = ["Imani Bell", "Paul Eriksen", "Lena Sato"];
const rounds = 200;
const warmUps = 5;

/** A desk on one database. */
export interface Desk {
  readonly staff: readonly [SignedInStaff, ...SignedInStaff[]];
  close(): Promise<void>;
}

/** Opens a desk with three staff members, the same ones each time. Its jobs do not run. */
export async function openDesk(databaseUrl: string): Promise<Desk> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "bench-year-"));
  const context = await openContext(
    readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, LOG_LEVEL: "silent" }),
  );
  const { database, now } = context;
  const app = buildApp(context);
  const server = { app, database, clock: { now: now() } };
  const [first, ...others] = await Promise.all(
    colleagues.map(
      async (name) =>
        (await signInAgain(server, name)) ?? (await signInStaff(server, ["admin"], name)),
    ),
  );
  if (!first) throw new Error("No staff member is signed in.");
  return {
    staff: [first, ...others],
    close: async () => {
      await app.close();
      await database.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

/**
 * Sends each request to both desks in turn, so that other work on the computer slows down both, and
 * judges the medians.
 */
export async function compareDesks(
  small: Readonly<Record<string, Run>>,
  large: Readonly<Record<string, Run>>,
  maxRatio: number,
  report: (figure: Figure) => void,
): Promise<void> {
  for (const [name, onSmall] of Object.entries(small)) {
    const onLarge = large[name];
    if (!onLarge) continue;
    try {
      report(await compareRuns(name, onSmall, onLarge, maxRatio));
    } catch (error) {
      // A request that exceeds the server's statement timeout fails.
      report(checkNone(name, [error instanceof Error ? error.message : String(error)], ""));
    }
  }
}

async function compareRuns(
  name: string,
  onSmall: Run,
  onLarge: Run,
  maxRatio: number,
): Promise<Figure> {
  const times: [number[], number[]] = [[], []];
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const [index, run] of [onSmall, onLarge].entries()) {
      const started = performance.now();
      await run(round + warmUps);
      if (round >= 0) times[index]?.push(performance.now() - started);
    }
  }
  const [ours, theirs] = times.map(median) as [number, number];
  const slowest = times.map((one) => percentile95(one).toFixed(1));
  return checkMax(
    name,
    theirs / ours,
    maxRatio,
    ratio,
    `${ours.toFixed(1)} and ${theirs.toFixed(1)} ms, p95 ${slowest.join(" and ")} ms`,
  );
}

function percentile95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN;
}
