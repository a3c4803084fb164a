import { Chip, type ChipLook } from "../../../../platform/desk/ui/chip.tsx";
import type { DeskIconName } from "../../../../platform/desk/ui/desk-icon.tsx";
import { openPrivacyStatuses } from "../../../privacy/contract/cases.ts";
import { privacyStatusNames } from "../../../privacy/contract/names.ts";
import { type CaseRow, statusNames } from "../../contract/desk/inbox.ts";

const looks = {
  new: ["ink", "star"],
  "in-progress": ["marigold", "clock"],
  waiting: ["blue", "message"],
  done: ["sage", "check"],
  "taken-back": ["gray", "undo"],
} as const satisfies Record<CaseRow["status"], readonly [ChipLook, DeskIconName]>;

type StatusParts = "status" | "request" | "isSpam" | "isOverdue" | "isUndelivered";

/**
 * A case's status; spam, an undelivered reply and overdue replace it. A request to delete data has
 * that of its privacy case.
 */
export function StatusChip({ row }: { row: Pick<CaseRow, StatusParts> }) {
  if (row.isSpam)
    return (
      <Chip look="gray" icon="spam">
        Spam
      </Chip>
    );
  if (row.isUndelivered)
    return (
      <Chip look="late" icon="warning">
        Not delivered
      </Chip>
    );
  if (row.isOverdue)
    return (
      <Chip look="late" icon="warning">
        Overdue
      </Chip>
    );
  if (row.request !== null)
    return (
      <Chip
        look={openPrivacyStatuses.includes(row.request) ? "marigold" : "sage"}
        icon={openPrivacyStatuses.includes(row.request) ? "clock" : "check"}
      >
        Privacy: {privacyStatusNames[row.request]}
      </Chip>
    );
  const [look, icon] = looks[row.status];
  return (
    <Chip look={look} icon={icon}>
      {statusNames[row.status]}
    </Chip>
  );
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
