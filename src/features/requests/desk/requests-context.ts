import { createContext, use } from "react";
import type { CurrentStaff } from "../../../platform/contract/desk/staff.ts";
import type { Colleagues } from "../../../platform/desk/shell/use-colleagues.ts";
import type { ProviderList } from "../contract/providers.ts";

interface RequestsPageState extends Colleagues {
  readonly person: CurrentStaff;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly mayWork: boolean;
  /** Undefined until it is loaded. */
  readonly directory: ProviderList | undefined;
  readonly reloadDirectory: () => Promise<void>;
  readonly announce: (sentence: string) => void;
}

const Context = createContext<RequestsPageState | null>(null);

export const RequestsProvider = Context;

/** @throws Error outside the page */
export function useRequestsPage(): RequestsPageState {
  const state = use(Context);
  if (!state) throw new Error("useRequestsPage needs a RequestsProvider.");
  return state;
}
