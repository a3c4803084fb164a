import { House } from "../../../platform/desk/format/house.tsx";
import type { PrivacyRow } from "../contract/endpoints.ts";

const columns = 9;
/** An extended clock has twice the windows: it gets wider, not higher. */
const wideColumns = 15;

/** One window is one day; lit windows are days left. Hidden from screen readers. */
export function ClockHouse({ row }: { row: PrivacyRow }) {
  const { days, daysLeft, closedAt } = row;
  const isOpen = closedAt === null;
  return (
    <House
      windows={days}
      lit={isOpen ? Math.max(0, Math.min(daysLeft, days)) : days}
      columns={days > columns * 5 ? wideColumns : columns}
      roof={isOpen ? (daysLeft < 0 ? "clay" : "green") : "gray"}
    />
  );
}
