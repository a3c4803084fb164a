import type { Command } from "../../../platform/ops/command.ts";
import { clients } from "./clients.ts";
import { keys } from "./keys.ts";

export const identityCommands = {
  clients,
  keys,
} as const satisfies Readonly<Record<string, Command>>;
