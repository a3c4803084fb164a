import type { PrivacyStatus } from "../../../contract/desk/privacy/cases.ts";
import type { PrivacyRow } from "../../../contract/desk/privacy/endpoints.ts";
import { privacyStatusNames } from "../../../contract/desk/privacy/names.ts";
import { Chip, type ChipLook } from "../../ui/chip.tsx";
import type { DeskIconName } from "../../ui/desk-icon.tsx";

const looks: Readonly<Record<PrivacyStatus, readonly [ChipLook, DeskIconName]>> = {
  received: ["ink", "star"],
  identity: ["blue", "mail"],
  checked: ["marigold", "check"],
  "in-progress": ["marigold", "clock"],
  done: ["sage", "check"],
  denied: ["gray", "rejected"],
  appeal: ["ink", "again"],
};

/** State of a request: overdue, its step, extended. */
export function RequestChips({ row }: { row: PrivacyRow }) {
  const [look, icon] = looks[row.status];
  const isLate = row.closedAt === null && row.daysLeft < 0;
  const showsExtended = row.isExtended && row.status === "in-progress";
  return (
    <>
      {isLate && (
        <Chip look="late" icon="warning">
          Overdue
        </Chip>
      )}
      {showsExtended ? (
        <Chip look="gray" icon="clock">
          Extended
        </Chip>
      ) : (
        <Chip look={look} icon={icon}>
          {privacyStatusNames[row.status]}
        </Chip>
      )}
    </>
  );
}
