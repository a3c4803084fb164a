import type { Command } from "../../../platform/ops/command.ts";
import { inboundMail } from "./inbound-mail.ts";
import { spam } from "./spam.ts";
import { submissions } from "./submissions.ts";

export const messageCommands = {
  "inbound-mail": inboundMail,
  spam,
  submissions,
} as const satisfies Readonly<Record<string, Command>>;
