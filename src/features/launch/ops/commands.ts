import type { Command } from "../../../platform/ops/command.ts";
import { launchCheck } from "./launch-check.ts";

export const launchCommands = {
  "launch-check": launchCheck,
} as const satisfies Readonly<Record<string, Command>>;
