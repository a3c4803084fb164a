import { customerCommands } from "../../features/customers/ops/commands.ts";
import { firebaseCommands } from "../../features/firebase/ops/commands.ts";
import { identityCommands } from "../../features/identity/ops/commands.ts";
import { integrationCommands } from "../../features/integrations/ops/commands.ts";
import { launchCommands } from "../../features/launch/ops/commands.ts";
import { messageCommands } from "../../features/messages/ops/commands.ts";
import { newsletterCommands } from "../../features/newsletter/ops/commands.ts";
import { privacyCommands } from "../../features/privacy/ops/commands.ts";
import { recruitingCommands } from "../../features/recruiting/ops/commands.ts";
import { staffCommands } from "../../features/staff/ops/commands.ts";
import { upperFirst } from "../../platform/contract/text.ts";
import type { Command, Operation } from "../../platform/ops/command.ts";
import { platformCommands } from "../../platform/ops/commands.ts";
import { requireOwnData } from "../../platform/ops/data-owner.ts";
import { describeError } from "../../platform/ops/describe-error.ts";
import { OperatorError } from "../../platform/ops/operator-error.ts";
import { escapeControls } from "../../platform/ops/terminal-text.ts";
import type { TestSettings } from "../../platform/server/config/config.ts";
import { namedFiles } from "../server/named-files.ts";
import { readFullConfig } from "../server/read-config.ts";
import { restore } from "./restore.ts";

/** What every feature announces, by name. */
export const commands: Readonly<Record<string, Command>> = {
  ...privacyCommands,
  ...customerCommands,
  ...messageCommands,
  ...newsletterCommands,
  ...recruitingCommands,
  ...identityCommands,
  ...integrationCommands,
  ...staffCommands,
  ...launchCommands,
  ...firebaseCommands,
  ...platformCommands,
  restore,
};

const dryRunOption = "--dry-run";
const helpWords: ReadonlySet<string> = new Set(["--help", "-h", "help"]);
const helpOptions: ReadonlySet<string> = new Set(["--help", "-h"]);

interface CommandIo
  extends Pick<Operation, "readBytes" | "openInput" | "openOutput" | "print" | "warn"> {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly testSettings?: TestSettings | undefined;
}

/**
 * Runs the command that the operator typed after `npm run -s ops --`.
 * @returns the exit code: 0 only if the command succeeded
 */
export async function runCommand(
  [name = "", ...given]: readonly string[],
  { env, testSettings, readBytes, openInput, openOutput, ...io }: CommandIo,
): Promise<number> {
  // Escape here, so that no command can forget to: stored texts come from visitors.
  const print = (text: string) => io.print(escapeControls(text));
  const warn = (line: string) => io.warn(escapeControls(line));
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  try {
    if (helpWords.has(name)) {
      const asked = commands[given[0] ?? ""];
      await print(asked ? describe(asked) : listCommands());
      return 0;
    }
    if (!command) throw new OperatorError(`${describeUnknown(name)}\n${listCommands().trimEnd()}`);
    if (given.some((arg) => helpOptions.has(arg))) {
      await print(describe(command));
      return 0;
    }
    const args = given.filter((arg) => arg !== dryRunOption);
    const dryRun = args.length < given.length;
    if (dryRun && !command.changes) throw new OperatorError(`"${name}" has no ${dryRunOption}.`);
    const isMarked = dryRun && command.changes?.(args);
    const announce = (text: string) => print(isMarked ? markDryRun(text) : text);
    const config = readFullConfig(env, testSettings);
    if (!command.needsNoData?.(args)) requireOwnData(config.dataDir, [name, ...given]);
    await command.run({
      args,
      config,
      namedFiles,
      dryRun,
      readInput: async () => new TextDecoder().decode(await readBytes()),
      readBytes,
      openInput,
      openOutput,
      print: announce,
      warn,
    });
    return 0;
  } catch (error) {
    warn(explain(error, command));
    return 1;
  }
}

/** Marks each line, so that none reads as a completed change. */
function markDryRun(text: string): string {
  return text.replaceAll(/^(?=.)/gm, "(dry run, nothing changed) ");
}

function describeUnknown(name: string): string {
  return name === "" ? "Give a command." : `There is no command "${name}".`;
}

function listCommands(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(
    ([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`,
  );
  return `${["The commands are:", ...lines, 'For the arguments of one, add "--help" to it.'].join("\n")}\n`;
}

/** What `--help` prints for a command. */
function describe({ summary, usage, changes, details }: Command): string {
  const forms = usage.split(" | ").map((form) => `  npm run -s ops -- ${form}`);
  const lines = [
    `${upperFirst(summary)}.`,
    ...forms,
    ...(changes ? [`With ${dryRunOption} a change is only shown.`] : []),
    ...(details === undefined ? [] : [details]),
  ];
  return `${lines.join("\n")}\n`;
}

/** The message of an error; options that Node could not read are explained by the usage. */
function explain(error: unknown, command: Command | undefined): string {
  const { code } = error as NodeJS.ErrnoException;
  if (!(error instanceof Error) || !code?.startsWith("ERR_PARSE_ARGS") || !command) {
    return describeError(error);
  }
  const [, option = ""] = /'(-[^ ',]+)/.exec(error.message) ?? [];
  const reason = code.endsWith("UNKNOWN_OPTION") ? "is no option here" : "needs another value";
  return `${option || "An argument"} ${reason}.\n${describe(command).trimEnd()}`;
}
