/** The program of a parser's thread (see run-parser.ts). */
import { parentPort } from "node:worker_threads";

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
