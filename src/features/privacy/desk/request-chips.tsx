import { Chip, type ChipLook } from "../../../platform/desk/ui/chip.tsx";
import type { DeskIconName } from "../../../platform/desk/ui/desk-icon.tsx";
import type { PrivacyStatus } from "../contract/cases.ts";
import type { PrivacyRow } from "../contract/endpoints.ts";
import { privacyStatusNames } from "../contract/names.ts";

const looks: Readonly<Record<PrivacyStatus, readonly [ChipLook, DeskIconName]>> = {
  received: ["ink", "star"],
  identity: ["blue", "mail"],
  checked: ["marigold", "check"],
  "in-progress": ["marigold", "clock"],
  done: ["sage", "check"],
  denied: ["gray", "rejected"],
  appeal: ["ink", "again"],
};

export function PrivacyRequestChips({ row }: { row: PrivacyRow }) {
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
      {row.isByAgent && (
        <Chip look="ink" icon="people">
          Agent
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
