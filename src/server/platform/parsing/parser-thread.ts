/** The program of a parser's thread (see run-parser.ts). */
import os from "node:os";
import { parentPort } from "node:worker_threads";

/** Lower than the priority of the thread that answers requests. */
const { PRIORITY_BELOW_NORMAL } = os.constants.priority;
// Only on Linux does this set the thread's own priority instead of the whole process's.
if (process.platform === "linux") os.setPriority(PRIORITY_BELOW_NORMAL);

/** What a thread gets to do. */
export interface ParserTask {
  readonly id: number;
  /** URL of the parser's module. */
  readonly module: string;
  /** Name of its export. */
  readonly name: string;
  readonly input: unknown;
}

/** Calls the parser, and says before when it begins, since its time counts from then. */
export async function runTask({ id, module, name, input }: ParserTask): Promise<unknown> {
  const parsers: Readonly<Record<string, (input: unknown) => unknown>> = await import(module);
  const parse = parsers[name];
  if (!parse) throw new Error(`${module} does not export ${name}.`);
  parentPort?.postMessage(id);
  return parse(input);
}
