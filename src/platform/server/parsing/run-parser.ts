import { type ChildProcess, fork } from "node:child_process";
import os from "node:os";
import { fileURLToPath } from "node:url";
import { minutes, seconds } from "../../contract/durations.ts";
import { ApiError } from "../api-error.ts";
import { Semaphore } from "../semaphore.ts";
import type { ParserAnswer, ParserTask } from "./parser-process.ts";

/**
 * A function that parses what strangers send. `Parse` is its type: one parameter that can be cloned
 * (`structuredClone`), and a result, or promise, that can be cloned too.
 */
export interface Parser<Parse extends (input: never) => unknown> {
  /** The module that exports it: `new URL("./parse-resume.ts", import.meta.url)`. */
  readonly module: URL;
  readonly name: string & { readonly parse?: Parse };
  /** Maximum time for one input, in milliseconds; `parserLimits.timeMs` by default. */
  readonly timeMs?: number;
}

/** What became of an input. All but "value" are the input's fault, not the server's. */
export type ParserOutcome<Value> =
  | { readonly kind: "value"; readonly value: Value }
  | { readonly kind: "timeout" }
  | { readonly kind: "out-of-memory" }
  /** The function threw `error`, as cloned from its process. */
  | { readonly kind: "failed"; readonly error: unknown };

/** Limits of the processes together and of each task. */
export const parserLimits = {
  /** One CPU is left to the process that answers requests. */
  processes: Math.min(2, Math.max(1, os.availableParallelism() - 1)),
  /** Inputs that may wait for a process; each occupies memory. */
  waiting: 16,
  /** From the call of the function, in milliseconds; what people send takes a hundredth of it. */
  timeMs: seconds(5),
  /**
   * Memory of a process's objects and strings, in MB; buffers do not count, so parsers bound these
   * themselves.
   */
  memoryMb: 192,
};

/** Maximum time until a process has loaded the module, in milliseconds; not the input's fault. */
const loadLimitMs = minutes(1);
/** Processes end after this time without work, in milliseconds. */
const idleMs = seconds(30);

const program = fileURLToPath(new URL("./parser-process.ts", import.meta.url));
const slots = new Semaphore(parserLimits.processes);
const idle: ParserProcess[] = [];
const accepted = new Set<Promise<unknown>>();
let idleTimer: NodeJS.Timeout | undefined;

/**
 * Runs a parser in the processes that this one keeps for it, started on first use, so that no input
 * can block requests, take the server's memory, or end it: V8 ends the whole process if a single
 * step of a thread needs much more memory than is left. A process that exceeds a limit is ended; the
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
 * @param input is copied: 10 MB take about 13 ms
 * @throws ApiError "busy" (503) if `parserLimits.waiting` others wait; senders retry
 */
export async function runParser<Parse extends (input: never) => unknown>(
  parser: Parser<Parse>,
  input: Parameters<Parse>[0],
): Promise<ParserOutcome<Awaited<ReturnType<Parse>>>> {
  if (accepted.size >= parserLimits.processes + parserLimits.waiting) throw new ApiError("busy");
  const { module, name, timeMs = parserLimits.timeMs } = parser;
  const task = { module: module.href, name, input };
  const outcome = slots.run(() => runTask(task, timeMs));
  accepted.add(outcome);
  try {
    return (await outcome) as ParserOutcome<Awaited<ReturnType<Parse>>>;
  } finally {
    accepted.delete(outcome);
  }
}

/** Waits for the inputs that are parsed or wait. The processes end with this one. */
export async function waitForParsers(): Promise<void> {
  await Promise.allSettled(accepted);
}

function endIdle(): void {
  for (const parserProcess of idle.splice(0)) parserProcess.end();
}

async function runTask(task: ParserTask, timeMs: number): Promise<ParserOutcome<unknown>> {
  clearTimeout(idleTimer);
  let parserProcess = idle.pop();
  while (parserProcess && !parserProcess.isAlive) parserProcess = idle.pop();
  parserProcess ??= new ParserProcess();
  const outcome = await parserProcess.run(task, timeMs);
  if (parserProcess.isAlive) idle.push(parserProcess);
  idleTimer = setTimeout(endIdle, idleMs).unref();
  return outcome;
}

class ParserProcess {
  isAlive = true;
  readonly #child: ChildProcess;
  #finish: ((outcome: ParserOutcome<unknown>) => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #timeMs = 0;

  constructor() {
    this.#child = fork(program, {
      execArgv: [`--max-old-space-size=${parserLimits.memoryMb}`],
      env: {},
      serialization: "advanced",
      // What V8 prints when it runs out of memory is no news.
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    this.#child.on("message", (message: ParserAnswer) => this.#receive(message));
    this.#child.on("error", (error) => this.#lose({ kind: "failed", error }));
    // Unless it was ended for its time, only a lack of memory ends a process by a signal.
    this.#child.on("exit", (code, signal) => {
      const error = new Error(`The parser's process ended with ${code}.`);
      this.#lose(signal ? { kind: "out-of-memory" } : { kind: "failed", error });
    });
    this.#hold(false);
  }

  run(task: ParserTask, timeMs: number): Promise<ParserOutcome<unknown>> {
    this.#timeMs = timeMs;
    this.#hold(true);
    return new Promise((resolve) => {
      this.#finish = (outcome) => {
        clearTimeout(this.#timer);
        this.#finish = undefined;
        this.#hold(false);
        resolve(outcome);
      };
      this.#limit(loadLimitMs);
      this.#child.send(task, (error) => {
        if (error) this.#lose({ kind: "failed", error });
      });
    });
  }

  end(): void {
    this.isAlive = false;
    this.#child.kill("SIGKILL");
  }

  #receive(message: ParserAnswer): void {
    if (message.kind === "begun") this.#limit(this.#timeMs);
    else this.#finish?.(message);
  }

  /** Starts the time of a task anew. */
  #limit(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#lose({ kind: "timeout" }), ms);
  }

  #lose(outcome: ParserOutcome<unknown>): void {
    this.end();
    this.#finish?.(outcome);
  }

  /** Whether this process waits for the child instead of exiting before it. */
  #hold(isHeld: boolean): void {
    const act = isHeld ? "ref" : "unref";
    this.#child[act]();
    this.#child.channel?.[act]();
  }
}
