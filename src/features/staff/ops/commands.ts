import type { Command } from "../../../platform/ops/command.ts";
import { staff } from "./staff.ts";

export const staffCommands = {
  staff,
} as const satisfies Readonly<Record<string, Command>>;
