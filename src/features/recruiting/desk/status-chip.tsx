import { Chip, type ChipLook } from "../../../platform/desk/ui/chip.tsx";
import type { DeskIconName } from "../../../platform/desk/ui/desk-icon.tsx";
import { applicationStatusNames } from "../contract/applications.ts";
import type { SentStatus } from "../contract/stages.ts";

const looks: Readonly<Record<SentStatus, readonly [ChipLook, DeskIconName]>> = {
  new: ["ink", "star"],
  screening: ["marigold", "clock"],
  interview: ["marigold", "clock"],
  background: ["marigold", "clock"],
  approved: ["blue", "check"],
  hired: ["sage", "check"],
  waitlist: ["gray", "clock"],
  "not-eligible": ["gray", "spam"],
  rejected: ["gray", "spam"],
  withdrawn: ["gray", "undo"],
  duplicate: ["gray", "people"],
};

export function ApplicationChip({ status }: { status: SentStatus }) {
  const [look, icon] = looks[status];
  return (
    <Chip look={look} icon={icon}>
      {applicationStatusNames[status]}
    </Chip>
  );
}
