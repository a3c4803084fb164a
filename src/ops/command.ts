import type { Config } from "../server/platform/config/config.ts";
import type { DatabaseOptions } from "../server/platform/db/client.ts";

/** What a command gets to work with. */
export interface Operation {
  readonly config: Config & Pick<DatabaseOptions, "noStatementTimeout">;
  /** Words after the command's name. */
  readonly args: readonly string[];
  /** All of standard input, as UTF-8. */
  readInput(): Promise<string>;
  /** Prints text, without what would drive a terminal; resolves when the receiver can take more. */
  print(text: string): Promise<void>;
  /** Tells the operator what is not part of the answer. */
  warn(line: string): void;
}

/** One command of the operator's command line. */
export interface Command {
  /** What to type after `npm run -s ops --`. */
  readonly usage: string;
  /** Does it, or throws: the exit code is 0 only when this resolves. */
  run(operation: Operation): Promise<void>;
}
