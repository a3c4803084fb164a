import { useCallback, useEffect, useRef, useState } from "react";
import { withId } from "../../../../../platform/contract/endpoints/define-endpoint.ts";
import type { RequestError } from "../../../../../platform/contract/errors/error-message.ts";
import { deskRequest, failureMessage } from "../../../../../platform/desk/api/desk-request.ts";
import { useShown } from "../../../../../platform/desk/record/use-shown.ts";
import { type CaseEdit, type ChangedCase, inboxEndpoints } from "../../../contract/desk/inbox-endpoints.ts";
import { type CaseDetail } from "../../../contract/desk/inbox.ts";

/** A change that was rejected because someone else saved first. */
interface Conflict {
  readonly edit: CaseEdit;
  readonly base: CaseDetail;
  readonly current: CaseDetail;
}

export interface OpenCase {
  /** As it is stored, with the pending change applied. */
  readonly detail: CaseDetail | undefined;
  readonly error: RequestError | undefined;
  readonly isSaving: boolean;
  /** Why the last change was not saved. */
  readonly failure: string | undefined;
  readonly conflict: Conflict | undefined;
  /** @returns the case after it; undefined if it was not saved */
  readonly change: (edit: CaseEdit) => Promise<ChangedCase | undefined>;
  readonly reload: () => Promise<void>;
  /** Waits for the user's change from elsewhere on the page, then reloads; changes wait for both. */
  readonly follow: (change: Promise<unknown>) => void;
  /** A newer state that waits until the writer of a reply looks at it. */
  readonly unread: CaseDetail | undefined;
  /** Takes the case from a response; while a reply is begun, what others changed waits. */
  readonly replace: (detail: CaseDetail) => void;
  readonly show: (detail: CaseDetail) => void;
  readonly hold: (isHeld: boolean) => void;
  /** Shows what is stored, and drops the rejected change. */
  readonly showCurrent: () => void;
  /** Applies the rejected change to what is stored. */
  readonly saveAnyway: () => Promise<ChangedCase | undefined>;
}

interface State {
  readonly pending?: CaseEdit | undefined;
  readonly error?: RequestError | undefined;
  readonly failure?: string | undefined;
  readonly conflict?: Conflict | undefined;
}

/**
 * One case, and its changes, each saved immediately.
 * @param staffId the current user's
 * @param onStored called with each newer state
 */
export function useCase(
  reference: string,
  staffId: string,
  onStored: (detail: CaseDetail) => void,
): OpenCase {
  const [state, setState] = useState<State>({});
  const { detail: stored, unread, newest, offer, show: put, hold } = useShown<CaseDetail>(staffId);
  /** Changes are sent one at a time, each based on the version that the previous one produced. */
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  const replace = useCallback(
    (detail: CaseDetail) => {
      offer(detail);
      setState((before) => ({ ...before, error: undefined }));
      onStored(detail);
    },
    [offer, onStored],
  );
  const show = useCallback(
    (detail: CaseDetail) => {
      put(detail);
      onStored(detail);
    },
    [put, onStored],
  );

  const read = useCallback(() => deskRequest(withId(inboxEndpoints.read, reference)), [reference]);

  const reload = useCallback(async () => {
    const outcome = await read();
    if (outcome.ok) replace(outcome.data);
    else setState((before) => ({ ...before, error: outcome.error }));
  }, [read, replace]);

  useEffect(() => {
    void reload();
  }, [reload]);

  const follow = useCallback(
    (elsewhere: Promise<unknown>) => {
      queue.current = queue.current.then(() => elsewhere).then(reload);
    },
    [reload],
  );

  const send = useCallback(
    async (edit: CaseEdit): Promise<ChangedCase | undefined> => {
      const base = newest.current;
      if (base === undefined) return undefined;
      const { version } = base;
      setState((before) => ({ ...before, pending: edit, failure: undefined }));
      const outcome = await deskRequest(withId(inboxEndpoints.change, reference), {
        version,
        edit,
      });
      if (outcome.ok) {
        setState((before) => ({ ...before, pending: undefined }));
        replace(outcome.data);
        return outcome.data;
      }
      const current = outcome.error.code === "case-changed" ? await read() : undefined;
      setState((before) => ({
        ...before,
        pending: undefined,
        ...(current?.ok
          ? { conflict: { edit, base, current: current.data } }
          : { failure: failureMessage(outcome.error) }),
      }));
      return undefined;
    },
    [reference, read, replace, newest],
  );

  const change = useCallback(
    (edit: CaseEdit): Promise<ChangedCase | undefined> => {
      const sent = queue.current.then(() => send(edit));
      queue.current = sent;
      return sent;
    },
    [send],
  );

  const { pending, error, failure, conflict } = state;
  const showCurrent = useCallback(() => {
    if (conflict) show(conflict.current);
    setState((before) => ({ ...before, conflict: undefined }));
  }, [conflict, show]);
  const saveAnyway = useCallback(async () => {
    if (!conflict) return undefined;
    showCurrent();
    return change(conflict.edit);
  }, [conflict, showCurrent, change]);

  return {
    detail: stored && pending ? { ...stored, ...definedOf(pending) } : stored,
    error,
    isSaving: pending !== undefined,
    failure,
    conflict,
    change,
    reload,
    follow,
    unread,
    replace,
    show,
    hold,
    showCurrent,
    saveAnyway,
  };
}

function definedOf(edit: CaseEdit): Partial<CaseDetail> {
  return Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined));
}
