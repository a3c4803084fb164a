import type { CurrentStaff } from "../../contract/desk/staff.ts";
import { useLiveState } from "../data/live-channel.ts";
import type { Colleagues } from "../shell/use-colleagues.ts";
import { PresenceChip } from "../ui/chip.tsx";
import styles from "./present-staff.module.css";

interface PresentStaffProps {
  /** The record, and the topic of its list in the live channel. */
  readonly topic: string;
  readonly reference: string;
  /** Of a box around them, which is left out while nobody is there. */
  readonly className?: string | undefined;
  readonly page: Pick<Colleagues, "nameOf" | "calledNameOf"> & { readonly person: CurrentStaff };
}

/** The other staff members who have a record open: "Paul is reading", "Paul is writing". */
export function PresentStaff({ topic, reference, page, className }: PresentStaffProps) {
  const { presence } = useLiveState();
  const chips = Object.entries(presence)
    .filter(
      ([id, open]) => id !== page.person.id && open.topic === topic && open.reference === reference,
    )
    .map(([id, { isWriting }]) => (
      <PresenceChip key={id} name={page.nameOf(id)}>
        {page.calledNameOf(id)} is {isWriting ? "writing" : "reading"}
      </PresenceChip>
    ));
  return className && chips.length > 0 ? <span className={className}>{chips}</span> : chips;
}

/** The same at the heading of the open record, announced as it changes. */
export function PresentHere(props: PresentStaffProps) {
  return (
    <span role="status" className={styles.status}>
      <PresentStaff {...props} />
    </span>
  );
}
