import { useId } from "react";
import { Link } from "react-router";
import { brand } from "../../../brand.ts";
import { deskPaths } from "../../../platform/contract/desk/paths.ts";
import {
  countDaysBegun,
  formatDaysWaited,
  formatWorkingWait,
} from "../../../platform/desk/format/durations.ts";
import { UnitChart } from "../../../platform/desk/format/unit-chart.tsx";
import { UnitColumn } from "../../../platform/desk/format/unit-column.tsx";
import { buttonClass } from "../../../platform/desk/ui/button.tsx";
import { Chip } from "../../../platform/desk/ui/chip.tsx";
import { Actions, Panel } from "../../../platform/desk/ui/panel.tsx";
import { timedForms } from "../../messages/contract/answer-times.ts";
import { inboxForms } from "../../messages/contract/inbox.ts";
import type { OverviewResponse } from "../contract/overview.ts";
import styles from "./overview.module.css";

/** Maximum rows of the chart, however long the message has waited. */
const maxRows = 6;
const unitsOfDay = 8;

export function OldestPanel({ overview }: { overview: OverviewResponse }) {
  const { oldest, answers } = overview;
  const id = useId();
  return (
    <Panel labelledBy={id} className={styles.oldest}>
      <h2 id={id}>Oldest open</h2>
      {oldest ? <Oldest oldest={oldest} overdue={answers.overdue} /> : <NoneWaits />}
    </Panel>
  );
}

interface OldestProps {
  readonly oldest: NonNullable<OverviewResponse["oldest"]>;
  readonly overdue: number;
}

function Oldest({ oldest, overdue }: OldestProps) {
  const days = countDaysBegun(oldest.minutes);
  const rows = Math.min(days, maxRows);
  const form = inboxForms[oldest.form] ?? "Message";
  return (
    <>
      <p>
        <b className={styles.number}>{formatDaysWaited(oldest.days)}</b>{" "}
        {formatWorkingWait(oldest.minutes)} of working time
      </p>
      <p>
        {form}: a message from <bdi>{oldest.name}</bdi> is waiting for a reply.
        {timedForms.includes(oldest.form) && ` We aim to reply within ${brand.answerTime}.`}
      </p>
      {overdue > 0 && (
        <p className={styles.chip}>
          <Chip look="late" icon="warning">
            {overdue.toLocaleString("en-US")} overdue
          </Chip>
        </p>
      )}
      <UnitChart
        label={`${rows === 1 ? "One row" : `${rows} rows`}. Each row is one working day.`}
        columns={[
          {
            key: "oldest",
            column: (
              <UnitColumn
                units={rows * unitsOfDay}
                filled={days > 1 ? 0 : unitsOfDay}
                perRow={unitsOfDay}
                color="clay"
              />
            ),
            caption: `Working day ${days}.`,
          },
        ]}
      />
      <Actions>
        <Link to={`${deskPaths.inbox}/${oldest.reference}`} className={buttonClass()}>
          Open the oldest
        </Link>
      </Actions>
    </>
  );
}

function NoneWaits() {
  return (
    <>
      <p>
        <b className={styles.number}>None</b>
      </p>
      <p>No one is waiting for a reply.</p>
      <UnitChart
        label="No message is waiting."
        columns={[
          {
            key: "none",
            column: <UnitColumn units={unitsOfDay * 2} perRow={unitsOfDay} color="clay" />,
          },
        ]}
      />
      <Actions>
        <Link to={deskPaths.inbox} className={buttonClass()}>
          Open the inbox
        </Link>
      </Actions>
    </>
  );
}
