import { createContext, useContext } from "react";
import type { Colleague, CurrentStaff } from "../../../../platform/contract/desk/staff.ts";

export interface Inbox {
  readonly person: CurrentStaff;
  readonly colleagues: readonly Colleague[];
  /** Whether the person may change cases, besides reading them. */
  readonly canWork: boolean;
  /** Short name of a staff member: "Imani B."; former staff have none. */
  readonly nameOf: (staffId: string) => string;
  /** First name of a staff member; more of it if two share it. */
  readonly calledNameOf: (staffId: string) => string;
  /** Current time, milliseconds since 1970; updated every minute. */
  readonly now: number;
  readonly announce: (sentence: string) => void;
  /** Says what a change of the open record did, with its undo; null: nothing to undo. */
  readonly offerUndo: (sentence: string, undo: string | null) => void;
}

const InboxContext = createContext<Inbox | undefined>(undefined);

export const InboxProvider = InboxContext.Provider;

/** @throws Error outside the inbox */
export function useInbox(): Inbox {
  const inbox = useContext(InboxContext);
  if (!inbox) throw new Error("useInbox needs an InboxProvider.");
  return inbox;
}
