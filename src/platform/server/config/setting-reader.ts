/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads settings and collects their errors, so that all are listed at once. */
export class SettingReader {
  readonly errors: string[] = [];
  readonly #env: Environment;

  constructor(env: Environment) {
    this.#env = env;
  }

  /** Adds an error. */
  fail(name: string, error: string): void {
    this.errors.push(`  ${name}: ${error}`);
  }

  /** The text of a setting; empty counts as unset. */
  read(name: string, fits?: (text: string) => boolean, advice?: string): string | undefined {
    const text = this.#env[name];
    if (text === undefined || text === "") return undefined;
    if (fits && !fits(text)) this.fail(name, advice ?? "");
    return text;
  }

  /** The text of a setting that a parser accepts; the parser's error is the advice. */
  try(name: string, parse: (text: string) => unknown): string | undefined {
    const text = this.read(name);
    try {
      if (text !== undefined) parse(text);
    } catch (error) {
      this.fail(name, error instanceof Error ? error.message : String(error));
    }
    return text;
  }

  /** Reads a setting with a fixed set of values. */
  choose<Choice extends string>(
    name: string,
    choices: readonly Choice[],
    fallback: Choice,
  ): Choice {
    const text = this.read(name);
    const choice = choices.find((item) => item === text);
    if (text !== undefined && !choice) this.fail(name, `use ${choices.join(", ")}`);
    return choice ?? fallback;
  }
}
