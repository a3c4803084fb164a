import type { Command } from "./command.ts";
import { backup } from "./commands/backup.ts";
import { clock } from "./commands/clock.ts";
import { files } from "./commands/files.ts";
import { mail } from "./commands/mail.ts";
import { migrate } from "./commands/migrate.ts";
import { version } from "./commands/version.ts";

export const platformCommands = {
  backup,
  files,
  mail,
  migrate,
  clock,
  version,
} as const satisfies Readonly<Record<string, Command>>;
