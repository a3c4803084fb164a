import { Chip, type ChipLook } from "../../../../platform/desk/ui/chip.tsx";
import type { DeskIconName } from "../../../../platform/desk/ui/desk-icon.tsx";
import { openPrivacyStatuses } from "../../../privacy/contract/cases.ts";
import { privacyStatusNames } from "../../../privacy/contract/names.ts";
import { type CaseRow, statusNames } from "../../contract/inbox.ts";

const looks = {
  new: ["ink", "star"],
  "in-progress": ["marigold", "clock"],
  waiting: ["blue", "message"],
  done: ["sage", "check"],
  "taken-back": ["gray", "undo"],
  merged: ["gray", "merge"],
} as const satisfies Record<CaseRow["status"], readonly [ChipLook, DeskIconName]>;

type StatusParts = "status" | "request" | "isSpam" | "isUndelivered" | "snoozedUntil";

interface StatusChipProps {
  readonly row: Pick<CaseRow, StatusParts>;
  /** For rows of one line: "Waiting" for "Waiting for reply". */
  readonly isSmall?: boolean;
}

/**
 * A case's status; spam and an undelivered reply replace it. A request to delete data has that of
 * its privacy case.
 */
export function StatusChip({ row, isSmall }: StatusChipProps) {
  const { look, icon, name, before = "", after = "" } = statusOf(row);
  if (!isSmall) {
    return (
      <Chip look={look} icon={icon}>
        {`${before}${name}${after}`}
      </Chip>
    );
  }
  return (
    <Chip look={look} icon={icon} isSmall>
      <span>
        <span className="sr">{before}</span>
        {name}
        <span className="sr">{after}</span>
      </span>
    </Chip>
  );
}

interface Status {
  readonly look: ChipLook;
  readonly icon: DeskIconName;
  readonly name: string;
  /** Words around the name that small chips leave to screen readers. */
  readonly before?: string;
  readonly after?: string;
}

function statusOf(row: Pick<CaseRow, StatusParts>): Status {
  if (row.isSpam) return { look: "gray", icon: "spam", name: "Spam" };
  if (row.snoozedUntil !== null) return { look: "gray", icon: "clock", name: "Snoozed" };
  if (row.isUndelivered) return { look: "late", icon: "warning", name: "Not delivered" };
  if (row.request !== null) {
    const name = privacyStatusNames[row.request];
    return openPrivacyStatuses.includes(row.request)
      ? { look: "marigold", icon: "clock", before: "Privacy: ", name }
      : { look: "sage", icon: "check", before: "Privacy: ", name };
  }
  const [look, icon] = looks[row.status];
  const [name = "", ...after] = statusNames[row.status].split(/(?= for )/);
  return { look, icon, name, after: after.join("") };
}

export function AccountChip({ account }: { account: "confirmed" | "unconfirmed" | "disabled" }) {
  if (account === "confirmed")
    return (
      <Chip look="sage" icon="check">
        Confirmed
      </Chip>
    );
  if (account === "unconfirmed") {
    return (
      <Chip look="marigold" icon="clock">
        Not confirmed
      </Chip>
    );
  }
  return (
    <Chip look="gray" icon="lock">
      Disabled
    </Chip>
  );
}
