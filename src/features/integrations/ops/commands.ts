import type { Command } from "../../../platform/ops/command.ts";
import { tokens } from "./tokens.ts";
import { webhooks } from "./webhooks.ts";

export const integrationCommands = {
  tokens,
  webhooks,
} as const satisfies Readonly<Record<string, Command>>;
