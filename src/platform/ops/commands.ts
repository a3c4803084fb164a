import { backup } from "./backup.ts";
import { clock } from "./clock.ts";
import type { Command } from "./command.ts";
import { files } from "./files.ts";
import { mail } from "./mail.ts";
import { migrate } from "./migrate.ts";
import { version } from "./version.ts";

export const platformCommands = {
  backup,
  files,
  mail,
  migrate,
  clock,
  version,
} as const satisfies Readonly<Record<string, Command>>;
