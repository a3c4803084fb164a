import { readConfig } from "../server/platform/config/config.ts";
import type { Command, Operation } from "./command.ts";
import { accounts } from "./commands/accounts.ts";
import { applications } from "./commands/applications.ts";
import { backup } from "./commands/backup.ts";
import { conversions } from "./commands/conversions.ts";
import { deletion } from "./commands/deletion.ts";
import { files } from "./commands/files.ts";
import { find } from "./commands/find.ts";
import { funnel } from "./commands/funnel.ts";
import { inboundMail } from "./commands/inbound-mail.ts";
import { mail } from "./commands/mail.ts";
import { migrate } from "./commands/migrate.ts";
import { newsletter } from "./commands/newsletter.ts";
import { pictures } from "./commands/pictures.ts";
import { records } from "./commands/records.ts";
import { requests } from "./commands/requests.ts";
import { restore } from "./commands/restore.ts";
import { sameAddresses } from "./commands/same-addresses.ts";
import { sessions } from "./commands/sessions.ts";
import { spam } from "./commands/spam.ts";
import { staff } from "./commands/staff.ts";
import { submissions } from "./commands/submissions.ts";
import { tokens } from "./commands/tokens.ts";
import { webhooks } from "./commands/webhooks.ts";
import { requireOwnData } from "./data-owner.ts";
import { OperatorError } from "./operator-error.ts";
import { escapeControls } from "./terminal-text.ts";

/** All commands by name. */
const commands: Readonly<Record<string, Command>> = {
  records,
  find,
  requests,
  pictures,
  files,
  sessions,
  accounts,
  "same-addresses": sameAddresses,
  staff,
  newsletter,
  deletion,
  mail,
  "inbound-mail": inboundMail,
  webhooks,
  tokens,
  spam,
  submissions,
  applications,
  funnel,
  conversions,
  backup,
  restore,
  migrate,
};

const dryRunOption = "--dry-run";

/** Input, output and environment of the command line, replaced in tests. */
interface CommandIo extends Pick<Operation, "readBytes" | "print" | "warn"> {
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Runs the command that the operator typed after `npm run -s ops --`.
 * @returns the exit code: 0 only if the command succeeded
 */
export async function runCommand(
  [name = "", ...given]: readonly string[],
  { env, readBytes, ...io }: CommandIo,
): Promise<number> {
  // Escape here, so that no command can forget to: stored texts come from visitors.
  const print = (text: string) => io.print(escapeControls(text));
  const warn = (line: string) => io.warn(escapeControls(line));
  try {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command) throw new OperatorError(`${describeError(name)}\n${listUsages()}`);
    const args = given.filter((arg) => arg !== dryRunOption);
    const dryRun = args.length < given.length;
    if (dryRun && !command.changes) throw new OperatorError(`"${name}" has no ${dryRunOption}.`);
    const isMarked = dryRun && command.changes?.(args);
    const announce = (text: string) => print(isMarked ? markDryRun(text) : text);
    const config = readConfig(env);
    if (!command.needsNoData?.(args)) requireOwnData(config.dataDir, [name, ...given]);
    await command.run({
      args,
      config,
      dryRun,
      readInput: async () => new TextDecoder().decode(await readBytes()),
      readBytes,
      print: announce,
      warn,
    });
    return 0;
  } catch (error) {
    warn(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

/** Marks each line, so that none reads as a completed change. */
function markDryRun(text: string): string {
  return text.replaceAll(/^(?=.)/gm, "(dry run, nothing changed) ");
}

function describeError(name: string): string {
  return name === "" ? "Give a command." : `There is no command "${name}".`;
}

function listUsages(): string {
  const lines = Object.values(commands).map(
    ({ usage, changes }) => `  npm run -s ops -- ${usage}${changes ? ` [${dryRunOption}]` : ""}`,
  );
  return ["The commands are:", ...lines].join("\n");
}
