import type { Command } from "../../../platform/ops/command.ts";
import { accounts } from "./accounts.ts";
import { pictures } from "./pictures.ts";
import { requests } from "./requests.ts";
import { sameAddresses } from "./same-addresses.ts";
import { sessions } from "./sessions.ts";

export const customerCommands = {
  accounts,
  pictures,
  requests,
  "same-addresses": sameAddresses,
  sessions,
} as const satisfies Readonly<Record<string, Command>>;
