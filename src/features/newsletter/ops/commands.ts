import type { Command } from "../../../platform/ops/command.ts";
import { newsletter } from "./newsletter.ts";

export const newsletterCommands = {
  newsletter,
} as const satisfies Readonly<Record<string, Command>>;
