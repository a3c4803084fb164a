import type { Command } from "../../../platform/ops/command.ts";
import { deletion } from "./deletion.ts";
import { find } from "./find.ts";
import { records } from "./records.ts";

export const privacyCommands = {
  deletion,
  find,
  records,
} as const satisfies Readonly<Record<string, Command>>;
