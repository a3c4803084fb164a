import { once } from "node:events";
import { text } from "node:stream/consumers";
import { readConfig } from "../server/config.ts";
import type { Command } from "./command.ts";
import { applications } from "./commands/applications.ts";
import { backup } from "./commands/backup.ts";
import { conversions } from "./commands/conversions.ts";
import { deletion } from "./commands/deletion.ts";
import { find } from "./commands/find.ts";
import { funnel } from "./commands/funnel.ts";
import { mail } from "./commands/mail.ts";
import { newsletter } from "./commands/newsletter.ts";
import { pictures } from "./commands/pictures.ts";
import { records } from "./commands/records.ts";
import { requests } from "./commands/requests.ts";
import { restore } from "./commands/restore.ts";
import { OperatorError } from "./operator-error.ts";

/** The operator's commands by name. */
const commands: Readonly<Record<string, Command>> = {
  records,
  find,
  requests,
  pictures,
  newsletter,
  deletion,
  mail,
  applications,
  funnel,
  conversions,
  backup,
  restore,
};

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // A reader that has seen enough (`| head`) needs no words.
  if (error.code !== "EPIPE") console.error(error.message);
  process.exit(1);
});

try {
  const [name = "", ...args] = process.argv.slice(2);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new OperatorError(`${describeFault(name)}\n${listUsages()}`);
  const readInput = () => text(process.stdin);
  await command.run({ args, config: readConfig(process.env), readInput, print });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function describeFault(name: string): string {
  return name === "" ? "Give a command." : `There is no command "${name}".`;
}

function listUsages(): string {
  const lines = Object.values(commands).map(({ usage }) => `  npm run -s ops -- ${usage}`);
  return ["The commands are:", ...lines].join("\n");
}

async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, "drain");
}
