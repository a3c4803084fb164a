import type { Readable, Writable } from "node:stream";
import type { Config } from "../server/config/config.ts";
import type { DatabaseOptions } from "../server/db/client.ts";
import type { NamedFiles } from "../server/files/named-files.ts";

export interface Operation {
  readonly config: Config & Pick<DatabaseOptions, "noStatementTimeout">;
  readonly args: readonly string[];
  /** The stored files that rows name. */
  readonly namedFiles: NamedFiles;
  /** Whether to change nothing and only show what the command would do. */
  readonly dryRun: boolean;
  /** All of standard input, as UTF-8. */
  readInput(): Promise<string>;
  readBytes(): Promise<Uint8Array>;
  openInput(): Readable;
  /**
   * Standard output for bytes; nothing else may be printed then. Ending it waits until the other
   * side has everything.
   */
  openOutput(): Writable;
  /** Prints text with control characters escaped; resolves when the output accepts more. */
  print(text: string): Promise<void>;
  warn(line: string): void;
}

export interface Command {
  /** What it does, as one line that follows its name. */
  readonly summary: string;
  /** What to type after `npm run -s ops --`; the forms are separated by " | ". */
  readonly usage: string;
  /** What `--help` says beyond the usage. */
  readonly details?: string;
  /**
   * Whether it changes anything with these arguments; `--dry-run` then previews the change. A
   * command without it never changes anything and has no dry run.
   */
  changes?(args: readonly string[]): boolean;
  /** Whether it uses neither the database nor the files of the server with these arguments. */
  needsNoData?(args: readonly string[]): boolean;
  /** Runs the command or throws: the exit code is 0 only when this resolves. */
  run(operation: Operation): Promise<void>;
}
