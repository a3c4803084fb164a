/** The program of a parser's process (see run-parser.ts). */
import os from "node:os";

export interface ParserTask {
  readonly module: string;
  readonly name: string;
  readonly input: unknown;
}

/** What a process answers: that it begins, then the result. */
export type ParserAnswer =
  | { readonly kind: "begun" }
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "failed"; readonly error: unknown };

try {
  // Requests come first on a machine with few CPUs.
  os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
} catch {
  // Some sandboxes permit no change of priority.
}

process.on("message", async (task: ParserTask) => answer(await run(task)));

async function run({ module, name, input }: ParserTask): Promise<ParserAnswer> {
  try {
    const parsers: Readonly<Record<string, (input: unknown) => unknown>> = await import(module);
    const parse = parsers[name];
    if (!parse) throw new Error(`${module} does not export ${name}.`);
    // Said before it begins, since its time counts from then.
    answer({ kind: "begun" });
    return { kind: "value", value: await parse(input) };
  } catch (error) {
    return { kind: "failed", error };
  }
}

function answer(message: ParserAnswer): void {
  process.send?.(message);
}
