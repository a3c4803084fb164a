import { createContext, use } from "react";
import type { Outcome } from "../../../../../platform/site/runtime/api.ts";
import type { SettingsResponse } from "../../../contract/settings.ts";
import type { Panels } from "./panel-props.ts";

export interface RowMessage {
  readonly kind: "done" | "error";
  readonly text: string;
}

export type RowNote = RowMessage & { readonly row: string };

interface Settings {
  readonly settings: SettingsResponse;
  /** Reloads them; shown data stays until the response arrives. */
  readonly reload: () => Promise<void>;
  readonly open: string | undefined;
  readonly setOpen: (row: string | undefined) => void;
  readonly note: RowNote | undefined;
  readonly setNote: (note: RowNote | undefined) => void;
  readonly panels: Panels | undefined;
  /** @returns false if they did not load */
  readonly loadPanels: () => Promise<boolean>;
  /**
   * Runs a request of the signed-in person. If the server demands reauthentication, asks for it
   * and repeats the request; without a session, redirects to the sign-in page and back here.
   */
  readonly withReauth: <Result extends ReauthOutcome>(
    run: () => Promise<Result>,
  ) => Promise<Result>;
}

/** Result of a request that may need reauthentication. */
export type ReauthOutcome =
  | Extract<Outcome<unknown>, { ok: true }>
  | { readonly ok: false; readonly error: { readonly code: string } };

export const SettingsContext = createContext<Settings | null>(null);

export function useSettings(): Settings {
  const shared = use(SettingsContext);
  if (!shared) throw new Error("useSettings needs a SettingsProvider.");
  return shared;
}
