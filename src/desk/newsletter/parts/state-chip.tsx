import { type ReaderState, readerStateNames } from "../../../contract/desk/newsletter.ts";
import { Chip, type ChipLook } from "../../ui/chip.tsx";
import type { DeskIconName } from "../../ui/desk-icon.tsx";

const looks: Readonly<Record<ReaderState, readonly [ChipLook, DeskIconName]>> = {
  reader: ["sage", "check"],
  "to-confirm": ["marigold", "clock"],
  left: ["gray", "leave"],
  suppressed: ["late", "rejected"],
  spam: ["gray", "spam"],
};

/** The state of an address. */
export function StateChip({ state }: { state: ReaderState }) {
  const [look, icon] = looks[state];
  return (
    <Chip look={look} icon={icon}>
      {readerStateNames[state]}
    </Chip>
  );
}
