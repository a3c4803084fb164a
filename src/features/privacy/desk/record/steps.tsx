import { formatDayInYear, formatLong } from "../../../../platform/desk/format/times.ts";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import type { PrivacyDetail } from "../../contract/endpoints.ts";
import { usePrivacy } from "../privacy-context.ts";
import styles from "./steps.module.css";

interface Step {
  readonly name: string;
  readonly text: string;
  readonly state: "ok" | "now" | "next";
}

/** Progress of a request: its current step, and when the others were. */
export function Steps({ detail }: { detail: PrivacyDetail }) {
  const { nameOf, now } = usePrivacy();
  return (
    <ol className={styles.steps}>
      {listSteps(detail, nameOf, now).map(({ name, text, state }) => (
        <li
          key={name}
          className={styles[state]}
          aria-current={state === "now" ? "step" : undefined}
        >
          {state === "next" ? <i /> : <DeskIcon name={state === "ok" ? "check" : "clock"} />}
          <b>{name}</b>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  );
}

function listSteps(
  detail: PrivacyDetail,
  nameOf: (staffId: string) => string,
  now: number,
): readonly Step[] {
  const { status, identityAt, identityHow, startedAt, closedAt, assigneeId, linkSentAt } = detail;
  const isClosed = closedAt !== null;
  const identity: Step = identityAt
    ? {
        name: "Identity checked",
        text: `${identityHow === "link" ? "Link pressed" : "By a coworker"} ${formatLong(identityAt, now)}`,
        state: "ok",
      }
    : {
        name: "Identity check",
        text: linkSentAt ? `Link sent ${formatLong(linkSentAt, now)}` : "Link not sent yet",
        state: isClosed || status === "appeal" ? "next" : "now",
      };
  const who = assigneeId === null ? "Unassigned" : nameOf(assigneeId);
  const isWorked = status === "in-progress" || status === "checked" || status === "appeal";
  const progress: Step = {
    name: status === "appeal" ? "Appeal" : "In progress",
    text: startedAt ? `${who}, since ${formatDayInYear(startedAt, now)}` : who,
    state: isClosed ? (startedAt ? "ok" : "next") : isWorked ? "now" : "next",
  };
  const end: Step = {
    name: status === "denied" ? "Denied" : "Done",
    text: isClosed ? formatLong(closedAt, now) : `By ${formatDayInYear(detail.dueAt, now)}`,
    state: isClosed ? "ok" : "next",
  };
  const received: Step = {
    name: "Received",
    text: formatLong(detail.receivedAt, now),
    state: "ok",
  };
  return [received, identity, progress, end];
}
