import { Link } from "react-router";
import { deskPaths } from "../../../platform/contract/desk/paths.ts";
import { formatDaysWaited, formatWorkingWait } from "../../../platform/desk/format/durations.ts";
import { inboxForms } from "../../messages/contract/inbox.ts";
import { ageGroups, type OverviewResponse } from "../contract/overview.ts";
import { Bars } from "./bars.tsx";
import { NumberPanel } from "./number-panel.tsx";
import styles from "./overview.module.css";

/** How long open messages have been there. */
export function OldestPanel({ overview: { oldest, ages } }: { overview: OverviewResponse }) {
  const bars = ages.map((count, index) => {
    const isLast = index === ages.length - 1;
    return { label: nameGroup(index), value: count, ...(isLast && { look: "late" as const }) };
  });
  if (!oldest) {
    return (
      <NumberPanel
        heading="Oldest open"
        number="None"
        text="No one is waiting for a reply."
        className={styles.wideOnTablet}
      >
        <Bars bars={bars} />
      </NumberPanel>
    );
  }
  const form = inboxForms[oldest.form] ?? "Message";
  return (
    <NumberPanel
      heading="Oldest open"
      number={formatDaysWaited(oldest.days)}
      text={
        <>
          {formatWorkingWait(oldest.minutes)} of working time: <bdi>{oldest.name}</bdi>, {form}.{" "}
          <Link to={`${deskPaths.inbox}/${oldest.reference}`}>Open the oldest</Link>
        </>
      }
      className={styles.wideOnTablet}
    >
      <Bars bars={bars} />
      <p>Open messages, by the day they came in.</p>
    </NumberPanel>
  );
}

function nameGroup(index: number): string {
  const first = ageGroups[index] ?? 0;
  const next = ageGroups[index + 1];
  if (next === undefined) return `${first} days or more`;
  if (next - first > 1) return `${first} to ${next - 1} days`;
  return formatDaysWaited(first);
}
