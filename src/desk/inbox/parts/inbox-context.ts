import { createContext, useContext } from "react";
import type { Colleague, DeskPerson } from "../../../contract/desk/staff.ts";

/** What every part of the inbox needs. */
export interface Inbox {
  readonly person: DeskPerson;
  readonly colleagues: readonly Colleague[];
  /** Whether the person may change cases, besides reading them. */
  readonly canWork: boolean;
  /** Short name of somebody on the staff: "Imani B."; former colleagues have none. */
  readonly nameOf: (staffId: string) => string;
  /** Case by colleague's id: who has which case open. */
  readonly presence: Readonly<Record<string, string>>;
  /** Present time, milliseconds since 1970; renewed each minute. */
  readonly now: number;
  /** Says a sentence to screen readers. */
  readonly announce: (sentence: string) => void;
}

const InboxContext = createContext<Inbox | undefined>(undefined);

export const InboxProvider = InboxContext.Provider;

/** @throws Error outside the inbox */
export function useInbox(): Inbox {
  const inbox = useContext(InboxContext);
  if (!inbox) throw new Error("This part is outside the inbox.");
  return inbox;
}

/** Ids of the colleagues who have a case open. */
export function colleaguesAt({ presence, person }: Inbox, reference: string): string[] {
  return Object.keys(presence).filter((id) => id !== person.id && presence[id] === reference);
}
