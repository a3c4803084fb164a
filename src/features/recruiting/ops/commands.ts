import type { Command } from "../../../platform/ops/command.ts";
import { applications } from "./applications.ts";
import { conversions } from "./conversions.ts";
import { funnel } from "./funnel.ts";

export const recruitingCommands = {
  applications,
  conversions,
  funnel,
} as const satisfies Readonly<Record<string, Command>>;
