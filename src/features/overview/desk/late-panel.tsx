import { Link } from "react-router";
import { deskPaths } from "../../../platform/contract/desk/paths.ts";
import type { Colleague } from "../../../platform/contract/desk/staff.ts";
import { formatSpan } from "../../../platform/desk/format/durations.ts";
import { buttonClass } from "../../../platform/desk/ui/button.tsx";
import { Chip } from "../../../platform/desk/ui/chip.tsx";
import { Actions } from "../../../platform/desk/ui/panel.tsx";
import { inboxForms } from "../../messages/contract/inbox.ts";
import type { OverviewResponse } from "../contract/overview.ts";
import { NumberPanel } from "./number-panel.tsx";
import styles from "./overview.module.css";
import { nameStaff } from "./people-panel.tsx";

interface LatePanelProps {
  readonly overview: OverviewResponse;
  readonly colleagues: readonly Colleague[];
}

/** The messages whose answers are late, the latest first. */
export function LatePanel({ overview, colleagues }: LatePanelProps) {
  const { late, open, answers, asOf } = overview;
  return (
    <NumberPanel
      heading="Overdue now"
      number={answers.overdue.toLocaleString("en-US")}
      text={`of ${open.toLocaleString("en-US")} open.`}
      className={answers.overdue > 0 ? styles.late : undefined}
    >
      {late.length > 0 && (
        <ul className={styles.lateList}>
          {late.map(({ reference, form, name, dueAt, staffId }) => (
            <li key={reference}>
              <span>
                <Link to={`${deskPaths.inbox}/${reference}`}>
                  <bdi>{name}</bdi>
                </Link>{" "}
                {inboxForms[form] ?? form}
              </span>
              <Chip look="late" icon="warning">
                {formatSpan(Date.parse(asOf) - Date.parse(dueAt))} late
              </Chip>
              <bdi>{nameStaff(staffId, colleagues)}</bdi>
            </li>
          ))}
        </ul>
      )}
      <Actions>
        <Link
          to={answers.overdue > 0 ? `${deskPaths.inbox}?status=overdue` : deskPaths.inbox}
          className={buttonClass()}
        >
          {answers.overdue > 0 ? "Open the overdue messages" : "Open the inbox"}
        </Link>
      </Actions>
    </NumberPanel>
  );
}
