import { createContext, use } from "react";
import type { CurrentStaff } from "../../../platform/contract/desk/staff.ts";
import type { Colleagues } from "../../../platform/desk/shell/use-colleagues.ts";

interface PrivacyPageState extends Colleagues {
  readonly person: CurrentStaff;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly announce: (sentence: string) => void;
}

const Context = createContext<PrivacyPageState | null>(null);

export const PrivacyProvider = Context;

/** @throws Error outside the page */
export function usePrivacy(): PrivacyPageState {
  const state = use(Context);
  if (!state) throw new Error("usePrivacy needs a PrivacyProvider.");
  return state;
}
