import type { DataOf } from "../../privacy/server/feature-data.ts";
import type { HelpTables } from "./tables.ts";

export const helpData = {
  tables: {
    help_answers: {
      reason: "counts without names",
      columns: ["id", "article", "month", "yes", "no"],
    },
  },
} as const satisfies DataOf<HelpTables>;
