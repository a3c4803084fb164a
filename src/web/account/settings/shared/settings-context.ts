import { createContext, use } from "react";
import type { SettingsResponse } from "../../../../contract/endpoints/endpoints.ts";
import type { Outcome } from "../../../runtime/api.ts";
import type { Panels } from "./panel-props.ts";

/** What came of pressing a button. */
export interface RowMessage {
  readonly kind: "done" | "error";
  readonly text: string;
}

/** The row that says it. */
export type RowNote = RowMessage & { readonly row: string };

/** What the parts of the settings page share. */
interface Settings {
  readonly settings: SettingsResponse;
  /** Reads them again; what is shown stays until they are here. */
  readonly reload: () => Promise<void>;
  /** The one row that is open. */
  readonly open: string | undefined;
  readonly setOpen: (row: string | undefined) => void;
  readonly note: RowNote | undefined;
  readonly setNote: (note: RowNote | undefined) => void;
  /** What opens on the page, once it was loaded. */
  readonly panels: Panels | undefined;
  /** @returns false when they did not come */
  readonly loadPanels: () => Promise<boolean>;
  /**
   * Makes a call of the signed-in person. When the server wants a fresh proof of who they
   * are, asks for it and makes the call again; when nobody is signed in any more, leads to
   * the log-in and back here.
   */
  readonly withReauth: <Result extends ReauthOutcome>(
    run: () => Promise<Result>,
  ) => Promise<Result>;
}

/** What a sensitive call may come to. */
export type ReauthOutcome =
  | Extract<Outcome<unknown>, { ok: true }>
  | { readonly ok: false; readonly error: { readonly code: string } };

export const SettingsContext = createContext<Settings | null>(null);

/** The shared state of the settings page around. */
export function useSettings(): Settings {
  const shared = use(SettingsContext);
  if (!shared) throw new Error("A part of the settings stands outside of their page.");
  return shared;
}
