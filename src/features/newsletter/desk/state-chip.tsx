import { Chip, type ChipLook } from "../../../platform/desk/ui/chip.tsx";
import type { DeskIconName } from "../../../platform/desk/ui/desk-icon.tsx";
import { type SubscriberState, subscriberStateNames } from "../contract/subscriber-states.ts";

const looks: Readonly<Record<SubscriberState, readonly [ChipLook, DeskIconName]>> = {
  reader: ["sage", "check"],
  "to-confirm": ["marigold", "clock"],
  left: ["gray", "leave"],
  suppressed: ["late", "rejected"],
  spam: ["gray", "spam"],
};

export function StateChip({ state }: { state: SubscriberState }) {
  const [look, icon] = looks[state];
  return (
    <Chip look={look} icon={icon}>
      {subscriberStateNames[state]}
    </Chip>
  );
}
