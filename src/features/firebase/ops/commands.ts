import type { Command } from "../../../platform/ops/command.ts";
import { importCommand } from "./import.ts";

export const firebaseCommands = {
  import: importCommand,
} as const satisfies Readonly<Record<string, Command>>;
