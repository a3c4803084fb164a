import { ConflictBox } from "../../../../platform/desk/record/conflict-box.tsx";
import type { CaseDetail } from "../../contract/inbox.ts";
import { useInbox } from "./inbox-context.ts";

interface CaseConflictProps {
  /** The case that the rejected change was based on. */
  readonly base: CaseDetail;
  readonly current: CaseDetail;
  readonly outcome: string;
  readonly againLabel: string;
  readonly onLook: () => void;
  readonly onAgain: () => void;
}

export function CaseConflict({ base, current, ...rest }: CaseConflictProps) {
  const { nameOf } = useInbox();
  return (
    <ConflictBox
      {...rest}
      before={base.history}
      after={current.history}
      nameOf={nameOf}
      sendingId={current.sending?.staffId}
    />
  );
}
