import { createContext, useContext } from "react";
import type { CurrentStaff } from "../../../platform/contract/desk/staff.ts";
import type { Colleagues } from "../../../platform/desk/shell/use-colleagues.ts";

export interface ApplicationsContext extends Colleagues {
  readonly person: CurrentStaff;
  /** Current time, milliseconds since 1970; updated every minute. */
  readonly now: number;
  readonly announce: (sentence: string) => void;
}

const Context = createContext<ApplicationsContext | undefined>(undefined);

export const ApplicationsProvider = Context.Provider;

/** @throws Error outside the page */
export function useApplications(): ApplicationsContext {
  const context = useContext(Context);
  if (!context) throw new Error("useApplications needs an ApplicationsProvider.");
  return context;
}
