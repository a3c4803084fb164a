import type { ReactNode } from "react";
import { type CaseRow, statusNames } from "../../../contract/desk/inbox.ts";
import styles from "./chip.module.css";
import { Face } from "./face.tsx";
import { InboxIcon, type InboxIconName } from "./inbox-icon.tsx";

const looks = {
  new: [styles.ink, "star"],
  "in-progress": [styles.marigold, "clock"],
  waiting: [styles.blue, "message"],
  done: [styles.sage, "check"],
  "taken-back": [styles.gray, "takenBack"],
} as const satisfies Record<CaseRow["status"], readonly [string | undefined, InboxIconName]>;

/** A case's status; overdue and spam take its place. */
export function StatusChip({ row }: { row: Pick<CaseRow, "status" | "isSpam" | "isOverdue"> }) {
  if (row.isSpam) return <Chip look={styles.gray} icon="spam" text="Spam" />;
  if (row.isOverdue) return <Chip look={styles.late} icon="warning" text="Overdue" />;
  const [look, icon] = looks[row.status];
  return <Chip look={look} icon={icon} text={statusNames[row.status]} />;
}

/** Who has a case open: a face and a sentence. */
export function PresenceChip({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span className={`${styles.chip} ${styles.here}`}>
      <Face name={name} isSmall />
      {children}
    </span>
  );
}

interface ChipProps {
  readonly look: string | undefined;
  readonly icon: InboxIconName;
  readonly text: string;
}

function Chip({ look, icon, text }: ChipProps) {
  return (
    <span className={`${styles.chip} ${look}`}>
      <InboxIcon name={icon} />
      {text}
    </span>
  );
}

/** The state of a person's account. */
export function AccountChip({ account }: { account: "confirmed" | "unconfirmed" | "disabled" }) {
  if (account === "confirmed") return <Chip look={styles.sage} icon="check" text="Confirmed" />;
  if (account === "unconfirmed") {
    return <Chip look={styles.marigold} icon="clock" text="Not confirmed" />;
  }
  return <Chip look={styles.gray} icon="lock" text="Disabled" />;
}
