import { maxCount } from "../../../platform/contract/desk/max-count.ts";
import { deskPaths } from "../../../platform/contract/desk/paths.ts";
import type { Colleague } from "../../../platform/contract/desk/staff.ts";
import { formatCount } from "../../../platform/desk/format/format-count.ts";
import { shownName } from "../../../platform/desk/format/names.ts";
import type { OverviewResponse } from "../contract/overview.ts";
import { Bars } from "./bars.tsx";
import { NumberPanel } from "./number-panel.tsx";
import styles from "./overview.module.css";

interface PeoplePanelProps {
  readonly overview: OverviewResponse;
  readonly colleagues: readonly Colleague[];
}

export function PeoplePanel({ overview: { open, openBy }, colleagues }: PeoplePanelProps) {
  return (
    <NumberPanel
      heading="Open by person"
      number={formatCount(open, open < maxCount)}
      text="open. The red part is overdue."
      className={styles.half}
    >
      <Bars
        bars={openBy.map(({ staffId, count, overdue }) => ({
          label: nameStaff(staffId, colleagues),
          value: count,
          late: overdue,
          shown: overdue > 0 ? `${count}, ${overdue} overdue` : count,
          to: `${deskPaths.inbox}?status=open&assignee=${staffId ?? "nobody"}`,
        }))}
      />
    </NumberPanel>
  );
}

/** @param staffId null: unassigned */
export function nameStaff(staffId: string | null, colleagues: readonly Colleague[]): string {
  const colleague = colleagues.find(({ id }) => id === staffId);
  if (colleague) return shownName(colleague, colleagues);
  return staffId ? "Left" : "Unassigned";
}
