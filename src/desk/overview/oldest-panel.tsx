import { useId } from "react";
import { Link } from "react-router";
import { inboxForms, maxCount } from "../../contract/desk/inbox.ts";
import type { OverviewResponse } from "../../contract/desk/overview.ts";
import { deskPaths } from "../../contract/desk/paths.ts";
import { countDaysBegun, formatWait } from "../format/durations.ts";
import { formatCount } from "../format/format-count.ts";
import { House } from "../houses/house.tsx";
import { Street } from "../houses/street.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import { Actions, Panel } from "../ui/panel.tsx";
import styles from "./overview.module.css";

/** Maximum floors of the house, however long the message has waited. */
const maxFloors = 6;
const windowsOfFloor = 8;

/** The message that has waited longest for a response: the next thing to do. */
export function OldestPanel({ overview: { oldest, overdue } }: { overview: OverviewResponse }) {
  const id = useId();
  return (
    <Panel labelledBy={id} className={styles.oldest}>
      <h2 id={id}>Oldest open</h2>
      {oldest ? <Oldest oldest={oldest} overdue={overdue} /> : <NobodyWaits />}
    </Panel>
  );
}

interface OldestProps {
  readonly oldest: NonNullable<OverviewResponse["oldest"]>;
  readonly overdue: number;
}

function Oldest({ oldest, overdue }: OldestProps) {
  const days = countDaysBegun(oldest.minutes);
  const floors = Math.min(days, maxFloors);
  const form = inboxForms[oldest.form] ?? "Message";
  return (
    <>
      <p>
        <b className={styles.number}>{formatWait(oldest.minutes)}</b>
      </p>
      <p>
        {form}: a message from <bdi>{oldest.name}</bdi> waits for us. We aim for one working day.
      </p>
      {overdue > 0 && (
        <p className={styles.chip}>
          <Chip look="late" icon="warning">
            {formatCount(overdue, overdue < maxCount)} overdue
          </Chip>
        </p>
      )}
      <Street
        label={`A house of ${floors === 1 ? "one floor" : `${floors} floors`}, all dark. One floor is one working day.`}
        houses={[
          {
            key: "oldest",
            house: (
              <House
                windows={floors * windowsOfFloor}
                lit={days > 1 ? 0 : windowsOfFloor}
                columns={windowsOfFloor}
                roof="clay"
              />
            ),
            caption: `Working day ${days}${days > 1 ? ". All dark." : "."}`,
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

function NobodyWaits() {
  return (
    <>
      <p>
        <b className={styles.number}>None</b>
      </p>
      <p>Nobody waits for an answer. Well done.</p>
      <Street
        label="A house with all windows lit."
        houses={[
          {
            key: "none",
            house: <House windows={windowsOfFloor * 2} columns={windowsOfFloor} roof="clay" />,
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
