import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { median } from "./report.ts";

/** Input of the load generator: as many requests as possible, for that long. */
export interface LoadPlan {
  readonly origin: string;
  readonly path: string;
  /** A POST sends a new contact message each time. */
  readonly method: "GET" | "POST";
  readonly connections: number;
  readonly seconds: number;
}

/** Output of the load generator. */
export interface LoadResult {
  /** Responses with a status of 200 to 299, warm-up included. */
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
  /** Warm-up rounds; only their rows count. */
  readonly warmUps: LoadResult[];
  readonly results: LoadResult[];
}

const connections = 64;
const seconds = 2;
const generator = path.join(import.meta.dirname, "load-generator.ts");

/** A server to be measured, without results yet. */
export function enter(origin: string, address: string): Contestant {
  return { origin, path: address, warmUps: [], results: [] };
}

/**
 * Puts the servers under load one after the other, in rotating order each round, so that
 * other work on the computer affects them alike.
 * @param warmUps rounds before those that count, for the JIT compiler
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

/** Median over the rounds of one server's rate relative to the other's in the same round. */
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

/** Number of successful requests in all rounds. */
export function acknowledgedBy({ warmUps, results }: Contestant): number {
  return [...warmUps, ...results].reduce((sum, result) => sum + result.acknowledged, 0);
}
