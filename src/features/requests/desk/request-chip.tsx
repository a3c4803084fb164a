import { Chip, type ChipLook } from "../../../platform/desk/ui/chip.tsx";
import type { DeskIconName } from "../../../platform/desk/ui/desk-icon.tsx";
import type { RequestRow } from "../contract/desk.ts";
import { type RequestState, requestStateNames } from "../contract/requests.ts";

const looks: Readonly<Record<RequestState, readonly [ChipLook, DeskIconName]>> = {
  asked: ["ink", "star"],
  proposed: ["blue", "mail"],
  booked: ["marigold", "clock"],
  done: ["sage", "check"],
  canceled: ["gray", "ban"],
};

/** The state of a request, and first of all what is missing. */
export function RequestChip({ row }: { row: RequestRow }) {
  const [look, icon] = looks[row.state];
  if (row.isLate) {
    return (
      <Chip look="late" icon="warning">
        {row.state === "booked" ? "Not marked done" : "Answer overdue"}
      </Chip>
    );
  }
  if (row.state === "booked" && row.provider === "") {
    return (
      <Chip look="late" icon="warning">
        No provider
      </Chip>
    );
  }
  return (
    <Chip look={look} icon={icon}>
      {requestStateNames[row.state]}
    </Chip>
  );
}
