import { createContext, useContext } from "react";
import type { Colleague, DeskPerson } from "../../../contract/desk/staff.ts";

/** What every part of the inbox needs. */
export interface Inbox {
  readonly person: DeskPerson;
  readonly colleagues: readonly Colleague[];
  /** Whether the person may change cases, besides reading them. */
  readonly canWork: boolean;
  /** Short name of a staff member: "Imani B."; former staff have none. */
  readonly nameOf: (staffId: string) => string;
  /** Open case by staff id. */
  readonly presence: Readonly<Record<string, string>>;
  /** Current time, milliseconds since 1970; updated every minute. */
  readonly now: number;
  /** Announces a sentence to screen readers. */
  readonly announce: (sentence: string) => void;
}

const InboxContext = createContext<Inbox | undefined>(undefined);

export const InboxProvider = InboxContext.Provider;

/** @throws Error outside the inbox */
export function useInbox(): Inbox {
  const inbox = useContext(InboxContext);
  if (!inbox) throw new Error("useInbox needs an InboxProvider.");
  return inbox;
}

/** Ids of the other staff members who have a case open. */
export function colleaguesAt({ presence, person }: Inbox, reference: string): string[] {
  return Object.keys(presence).filter((id) => id !== person.id && presence[id] === reference);
}
