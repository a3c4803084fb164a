import os from "node:os";
import type { Piscina } from "piscina";
import { minutes, seconds } from "../../../contract/durations.ts";
import { ApiError } from "../api-error.ts";
import { Semaphore } from "../semaphore.ts";
import type { ParserTask } from "./parser-thread.ts";

/**
 * A function that parses what strangers send. `Parse` is its type: one parameter that can be cloned
 * (`structuredClone`), and a result, or promise, that can be cloned too.
 */
export interface Parser<Parse extends (input: never) => unknown> {
  /** The module that exports it: `new URL("./parse-resume.ts", import.meta.url)`. */
  readonly module: URL;
  /** Name of the export. */
  readonly name: string & { readonly parse?: Parse };
  /** Maximum time for one input, in milliseconds; `parserLimits.timeMs` by default. */
  readonly timeMs?: number;
}

/** What became of an input. All but "value" are the input's fault, not the server's. */
export type ParserOutcome<Value> =
  | { readonly kind: "value"; readonly value: Value }
  | { readonly kind: "timeout" }
  | { readonly kind: "out-of-memory" }
  /** The function threw `error`, as cloned from its thread. */
  | { readonly kind: "failed"; readonly error: unknown };

/** Limits of the threads together and of each task. */
export const parserLimits = {
  /** One CPU is left to the thread that answers requests. */
  threads: Math.min(2, Math.max(1, os.availableParallelism() - 1)),
  /** Inputs that may wait for a thread; each occupies memory. */
  waiting: 16,
  /** From the call of the function, in milliseconds; what people send takes a hundredth of it. */
  timeMs: seconds(5),
  /**
   * Memory of a thread's objects and strings, in MB; buffers do not count, so parsers bound these
   * themselves.
   */
  memoryMb: 192,
};

/** Maximum time until a thread has loaded the module, in milliseconds; not the input's fault. */
const loadLimitMs = minutes(1);
/** Threads end after this time without work, in milliseconds. */
const idleMs = seconds(30);

const slots = new Semaphore(parserLimits.threads);
/** Inputs that are parsed or wait. */
let accepted = 0;
let lastId = 0;
let pool: Promise<Piscina> | undefined;
/** Called when the thread begins with a task, by its id. */
const begin = new Map<number, () => void>();

/**
 * Runs a parser in the threads that this process keeps for it, loaded on first use, so that no
 * input can block requests or take the server's memory. A thread that exceeds a limit is ended; the
 * next input gets a new one. The function has no environment variables and must not keep state.
 *
 *     export const resumeParser: Parser<typeof parseResume> = {
 *       module: new URL("./parse-resume.ts", import.meta.url),
 *       name: "parseResume",
 *     };
 *     const outcome = await runParser(resumeParser, bytes);
 *     if (outcome.kind !== "value") throw new ApiError("resume-unreadable");
 *
 * Import the function's type only (`import type`), or its module is loaded into the server too. A
 * module that only parsers need imports its packages statically.
 * @param input is copied: 10 MB take about 5 ms
 * @throws ApiError "busy" (503) if `parserLimits.waiting` others wait; senders retry
 */
export async function runParser<Parse extends (input: never) => unknown>(
  parser: Parser<Parse>,
  input: Parameters<Parse>[0],
): Promise<ParserOutcome<Awaited<ReturnType<Parse>>>> {
  if (accepted >= parserLimits.threads + parserLimits.waiting) throw new ApiError("busy");
  accepted += 1;
  const release = await slots.acquire();
  try {
    pool ??= openPool();
    const value = await runTask(await pool, parser, input);
    return { kind: "value", value: value as Awaited<ReturnType<Parse>> };
  } catch (error) {
    return explain(error);
  } finally {
    release();
    accepted -= 1;
  }
}

/** Ends the threads once their tasks are done. A later task opens them again. */
export async function closeParsers(): Promise<void> {
  const open = pool;
  pool = undefined;
  await (await open)?.close();
}

async function openPool(): Promise<Piscina> {
  const { Piscina } = await import("piscina");
  const threads = new Piscina({
    filename: new URL("./parser-thread.ts", import.meta.url).href,
    name: "runTask",
    minThreads: 0,
    maxThreads: parserLimits.threads,
    idleTimeout: idleMs,
    resourceLimits: { maxOldGenerationSizeMb: parserLimits.memoryMb },
    env: {},
    argv: [],
    recordTiming: false,
  });
  threads.on("message", (id: number) => begin.get(id)?.());
  // A thread that fails without a task harms nobody; its task's error is reported by `run`.
  threads.on("error", () => undefined);
  return threads;
}

async function runTask(
  threads: Piscina,
  { module, name, timeMs = parserLimits.timeMs }: Parser<(input: never) => unknown>,
  input: unknown,
): Promise<unknown> {
  lastId += 1;
  const task: ParserTask = { id: lastId, module: module.href, name, input };
  const limit = new AbortController();
  const end = () => limit.abort();
  let timer = setTimeout(end, loadLimitMs);
  begin.set(task.id, () => {
    clearTimeout(timer);
    timer = setTimeout(end, timeMs);
  });
  try {
    return await threads.run(task, { signal: limit.signal });
  } finally {
    begin.delete(task.id);
    clearTimeout(timer);
  }
}

function explain(error: unknown): ParserOutcome<never> {
  if (!(error instanceof Error)) return { kind: "failed", error };
  if (error.name === "AbortError") return { kind: "timeout" };
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ERR_WORKER_OUT_OF_MEMORY") return { kind: "out-of-memory" };
  return { kind: "failed", error };
}
