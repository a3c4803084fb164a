import { deskPaths } from "../../../platform/contract/desk/paths.ts";
import { formatDays } from "../../../platform/desk/format/days.ts";
import type { OverviewResponse } from "../contract/overview.ts";
import { Bars } from "./bars.tsx";
import { NumberPanel, NumberTable } from "./number-panel.tsx";
import styles from "./overview.module.css";

export function SubscribersPanel({ overview }: { overview: OverviewResponse }) {
  const { periods, subscribers, range } = overview;
  const { total, added, left } = subscribers;
  return (
    <NumberPanel
      heading="Newsletter subscribers"
      number={total.toLocaleString("en-US")}
      text={`${formatNet(added - left)} in ${range} days.`}
      className={styles.half}
    >
      <Bars
        bars={[
          { label: "Joined", value: added, to: deskPaths.newsletter },
          { label: "Left", value: left },
        ]}
      />
      <NumberTable
        name="Newsletter subscribers"
        columns={["Days", "Joined", "Left", "Net"]}
        rows={periods.map(({ from, to, newSubscribers, leftSubscribers }) => [
          formatDays(from, to),
          newSubscribers,
          leftSubscribers,
          formatNet(newSubscribers - leftSubscribers),
        ])}
      />
    </NumberPanel>
  );
}

/** "+3", "−2", "0": with the sign of a difference. */
function formatNet(difference: number): string {
  if (difference === 0) return "0";
  return `${difference > 0 ? "+" : "−"}${Math.abs(difference).toLocaleString("en-US")}`;
}
