import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { median } from "./report.ts";

/** What the generator does: as many requests as the connections carry, for that long. */
export interface LoadPlan {
  readonly origin: string;
  readonly path: string;
  /** A POST sends a new contact message each time. */
  readonly method: "GET" | "POST";
  readonly connections: number;
  readonly seconds: number;
}

/** What came of it. */
export interface LoadResult {
  /** Answers with a status of 200 to 299, those of the first moments too. */
  readonly acknowledged: number;
  readonly failed: number;
  readonly firstError?: string;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Results of one server over all rounds. */
export interface Contestant {
  readonly origin: string;
  readonly path: string;
  /** Rounds in which it got warm; they count for nothing but its rows. */
  readonly warmUps: LoadResult[];
  readonly results: LoadResult[];
}

const connections = 64;
const seconds = 2;
const generator = path.join(import.meta.dirname, "load-generator.ts");

/** A server to be put under load, without results yet. */
export function enter(origin: string, address: string): Contestant {
  return { origin, path: address, warmUps: [], results: [] };
}

/**
 * Puts the servers under load one after the other, round by round in turning order, so
 * that whatever else the computer does meets them all alike.
 * @param warmUps rounds before those that count, in which the engine learns to run the code fast
 * @throws Error when a request fails
 */
export async function runRounds(
  contestants: readonly Contestant[],
  method: LoadPlan["method"],
  rounds: number,
  warmUps = 0,
): Promise<void> {
  for (let round = -warmUps; round < rounds; round += 1) {
    const turn = (round + warmUps) % contestants.length;
    for (const contestant of [...contestants.slice(turn), ...contestants.slice(0, turn)]) {
      const { origin, path: address } = contestant;
      const result = await generate({ origin, path: address, method, connections, seconds });
      if (result.failed > 0) {
        throw new Error(`${origin}${address}: ${result.failed} failed: ${result.firstError}`);
      }
      (round < 0 ? contestant.warmUps : contestant.results).push(result);
    }
  }
}

async function generate(plan: LoadPlan): Promise<LoadResult> {
  const args = [generator, JSON.stringify(plan)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as LoadResult;
}

/** Median over the rounds of what one server did relative to the other in the same round. */
export function compare(one: Contestant, other: Contestant): number {
  return median(
    one.results.map((result, round) => {
      return result.perSecond / (other.results[round]?.perSecond ?? Number.NaN);
    }),
  );
}

/** Median requests per second. */
export function rateOf({ results }: Contestant): number {
  return median(results.map((result) => result.perSecond));
}

/** Median of the rounds' 99th percentiles, in milliseconds. */
export function slowestOf({ results }: Contestant): number {
  return median(results.map((result) => result.p99Ms));
}

/** How many requests were answered well in all rounds. */
export function acknowledgedBy({ warmUps, results }: Contestant): number {
  return [...warmUps, ...results].reduce((sum, result) => sum + result.acknowledged, 0);
}
