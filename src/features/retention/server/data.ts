import type { DataOf } from "../../privacy/server/feature-data.ts";
import type { RetentionTables } from "./tables.ts";

export const retentionData = {
  tables: {
    retention_rules: { reason: "settings of the desk", columns: ["kind", "months"] },
    retention_runs: {
      reason: "counts without names",
      columns: ["day", "started_at", "finished_at", "deleted"],
    },
  },
} as const satisfies DataOf<RetentionTables>;
