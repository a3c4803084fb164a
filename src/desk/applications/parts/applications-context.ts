import { createContext, useContext } from "react";
import type { DeskPerson } from "../../../contract/desk/staff.ts";
import type { Colleagues } from "../../session/use-colleagues.ts";

/** What every part of the page needs. */
export interface ApplicationsContext extends Colleagues {
  readonly person: DeskPerson;
  /** Present time, milliseconds since 1970; renewed each minute. */
  readonly now: number;
  /** Says a sentence to screen readers. */
  readonly announce: (sentence: string) => void;
}

const Context = createContext<ApplicationsContext | undefined>(undefined);

export const ApplicationsProvider = Context.Provider;

/** @throws Error outside the page */
export function useApplications(): ApplicationsContext {
  const context = useContext(Context);
  if (!context) throw new Error("This part is outside the applications.");
  return context;
}
