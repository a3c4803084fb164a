import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { median } from "./report.ts";

/** Input of the load generator: closed-loop load for a number of seconds. */
export interface LoadPlan {
  readonly origin: string;
  readonly path: string;
  /** A POST sends a new contact message each time. */
  readonly method: "GET" | "POST";
  readonly connections: number;
  readonly seconds: number;
}

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
export interface MeasuredServer {
  readonly origin: string;
  readonly path: string;
  /** Warm-up rounds: they store rows but are excluded from the rates. */
  readonly warmUps: LoadResult[];
  readonly results: LoadResult[];
}

const connections = 64;
const seconds = 2;
const generator = path.join(import.meta.dirname, "load-generator.ts");

export function newMeasuredServer(origin: string, address: string): MeasuredServer {
  return { origin, path: address, warmUps: [], results: [] };
}

/**
 * Loads one server after the other, in rotating order, so that other work on the computer
 * affects all of them alike.
 * @param warmUps uncounted rounds first, for the JIT compiler
 * @throws Error if a request fails
 */
export async function runRounds(
  servers: readonly MeasuredServer[],
  method: LoadPlan["method"],
  rounds: number,
  warmUps = 0,
): Promise<void> {
  for (let round = -warmUps; round < rounds; round += 1) {
    const turn = (round + warmUps) % servers.length;
    for (const server of [...servers.slice(turn), ...servers.slice(0, turn)]) {
      const { origin, path: address } = server;
      const result = await generate({ origin, path: address, method, connections, seconds });
      if (result.failed > 0) {
        throw new Error(`${origin}${address}: ${result.failed} failed: ${result.firstError}`);
      }
      (round < 0 ? server.warmUps : server.results).push(result);
    }
  }
}

/** Runs the load generator, in its own process. */
async function generate(plan: LoadPlan): Promise<LoadResult> {
  const args = [generator, JSON.stringify(plan)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as LoadResult;
}

/** Median over the rounds of one server's rate relative to the other's in the same round. */
export function compare(one: MeasuredServer, other: MeasuredServer): number {
  return median(
    one.results.map((result, round) => {
      return result.perSecond / (other.results[round]?.perSecond ?? Number.NaN);
    }),
  );
}

/** Median requests per second. */
export function rateOf({ results }: MeasuredServer): number {
  return median(results.map((result) => result.perSecond));
}

/** Median of the rounds' p99 latencies, in milliseconds. */
export function p99Of({ results }: MeasuredServer): number {
  return median(results.map((result) => result.p99Ms));
}

/** Number of successful requests in all rounds. */
export function acknowledgedBy({ warmUps, results }: MeasuredServer): number {
  return [...warmUps, ...results].reduce((sum, result) => sum + result.acknowledged, 0);
}
