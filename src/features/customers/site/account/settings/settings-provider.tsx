import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { paths } from "../../../../../platform/contract/paths.ts";
import { dropDrafts } from "../../../../../platform/site/forms/drafts.ts";
import { loadChunk } from "../../../../../platform/site/runtime/chunk.ts";
import type { SettingsResponse } from "../../../contract/settings.ts";
import { useLoginRedirect } from "../use-portal-data.ts";
import type { Panels } from "./panel-props.ts";
import { type ReauthOutcome, type RowNote, SettingsContext } from "./settings-context.ts";

/** In memory only, like the drafts of the forms in the rows. */
let left: { readonly supportId: string; readonly row: string | undefined } | undefined;

/** Remembers whose settings were shown, and the row that was open when the session ended. */
function leaveRow(supportId: string, row: string | undefined): void {
  left = { supportId, row };
}

/**
 * The row to open again after the login, with what was typed there. If someone else logged in, what was
 * typed is dropped.
 */
function findLeftRow(supportId: string): string | undefined {
  if (left && left.supportId !== supportId) dropDrafts();
  return left?.supportId === supportId ? left.row : undefined;
}

interface SettingsProviderProps {
  readonly settings: SettingsResponse;
  readonly reload: () => Promise<void>;
  readonly children: ReactNode;
}

export function SettingsProvider({ settings, reload, children }: SettingsProviderProps) {
  const { supportId } = settings;
  const [open, setOpen] = useState(() => findLeftRow(supportId));
  const [note, setNote] = useState<RowNote>();
  const [asking, setAsking] = useState(false);
  const resolveReauth = useRef<(isConfirmed: boolean) => void>(undefined);
  const [panels, setPanels] = useState<Panels>();
  const redirectToLogin = useLoginRedirect();

  const loadPanels = useCallback(async () => {
    try {
      const loaded = await loadChunk(() => import("./panels/panels.ts"));
      setPanels(loaded.panels);
      return true;
    } catch {
      return false;
    }
  }, []);

  const latestOpen = useRef(open);
  useEffect(() => {
    latestOpen.current = open;
  });

  useEffect(() => {
    if (latestOpen.current !== undefined) void loadPanels();
    return () => {
      const isSessionOver = location.pathname === paths.login;
      leaveRow(supportId, isSessionOver ? latestOpen.current : undefined);
    };
  }, [supportId, loadPanels]);

  /** Leaves the page; the pending request never resolves, so nothing shows an error. */
  function leave(): Promise<never> {
    redirectToLogin();
    return new Promise(() => undefined);
  }

  async function withReauth<Result extends ReauthOutcome>(
    run: () => Promise<Result>,
  ): Promise<Result> {
    const first = await run();
    if (first.ok) return first;
    if (first.error.code === "not-signed-in") return leave();
    if (first.error.code !== "confirm-needed") return first;
    if (!(await loadPanels())) return { ...first, error: { code: "unreachable" } };
    setAsking(true);
    const isConfirmed = await new Promise<boolean>((resolve) => {
      resolveReauth.current = resolve;
    });
    setAsking(false);
    return isConfirmed ? run() : first;
  }

  const shared = { settings, reload, open, setOpen, note, setNote, panels, loadPanels, withReauth };
  return (
    <SettingsContext value={shared}>
      {children}
      {asking && panels && (
        <panels.ConfirmIdentityDialog
          onResult={(isConfirmed) => resolveReauth.current?.(isConfirmed)}
        />
      )}
    </SettingsContext>
  );
}
