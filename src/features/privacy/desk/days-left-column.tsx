import { UnitColumn } from "../../../platform/desk/format/unit-column.tsx";
import type { PrivacyRow } from "../contract/endpoints.ts";

const perRow = 9;
/** An extended clock has twice the units: it gets wider, not higher. */
const widePerRow = 15;

/** One unit is one day; filled units are days left. Hidden from screen readers. */
export function DaysLeftColumn({ row }: { row: PrivacyRow }) {
  const { days, daysLeft, closedAt } = row;
  const isOpen = closedAt === null;
  return (
    <UnitColumn
      units={days}
      filled={isOpen ? Math.max(0, Math.min(daysLeft, days)) : days}
      perRow={days > perRow * 5 ? widePerRow : perRow}
      color={isOpen ? (daysLeft < 0 ? "clay" : "green") : "gray"}
    />
  );
}
