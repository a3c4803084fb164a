import { useCallback, useEffect, useRef, useState } from "react";
import {
  type ApplicationDetail,
  applicationEndpoints,
  type SentStatus,
} from "../../../contract/desk/recruiting/applications.ts";
import { withId } from "../../../contract/endpoints/define-endpoint.ts";
import type { RequestError } from "../../../contract/errors/error-message.ts";
import type { Outcome } from "../../../web/runtime/api.ts";
import { deskRequest, failureWords } from "../../api/desk-request.ts";

/** A move that was refused, because somebody else was quicker. */
interface Conflict {
  readonly status: SentStatus;
  readonly base: ApplicationDetail;
  /** As it is stored now. */
  readonly current: ApplicationDetail;
}

export interface OpenedApplication {
  readonly detail: ApplicationDetail | undefined;
  /** Why it could not be read. */
  readonly error: RequestError | undefined;
  readonly isSaving: boolean;
  /** Why the last change was not saved. */
  readonly failure: string | undefined;
  readonly conflict: Conflict | undefined;
  /** @returns whether it was saved */
  readonly move: (status: SentStatus) => Promise<boolean>;
  readonly separate: (other: string) => Promise<boolean>;
  readonly reload: () => Promise<void>;
  readonly replace: (detail: ApplicationDetail) => void;
  /** Shows what is stored, and drops the move that was refused. */
  readonly showCurrent: () => void;
}

interface State {
  readonly detail?: ApplicationDetail;
  readonly error?: RequestError | undefined;
  readonly isSaving?: boolean;
  readonly failure?: string | undefined;
  readonly conflict?: Conflict | undefined;
}

/** One application and its changes. @param onChanged after one's own change */
export function useApplication(reference: string, onChanged: () => void): OpenedApplication {
  const [state, setState] = useState<State>({});
  const newest = useRef<ApplicationDetail>(undefined);
  const changed = useRef(onChanged);
  changed.current = onChanged;

  const replace = useCallback((detail: ApplicationDetail) => {
    newest.current = detail;
    setState({ detail });
  }, []);
  const read = useCallback(
    () => deskRequest(withId(applicationEndpoints.read, reference)),
    [reference],
  );
  const reload = useCallback(async () => {
    const outcome = await read();
    if (outcome.ok) replace(outcome.data);
    else setState((before) => ({ ...before, error: outcome.error }));
  }, [read, replace]);
  useEffect(() => {
    void reload();
  }, [reload]);

  async function save(send: () => Promise<Outcome<ApplicationDetail>>, status?: SentStatus) {
    const base = newest.current;
    if (!base || state.isSaving) return false;
    setState((before) => ({ ...before, isSaving: true, failure: undefined }));
    const outcome = await send();
    if (outcome.ok) {
      replace(outcome.data);
      changed.current();
      return true;
    }
    const isStale = status !== undefined && outcome.error.code === "case-changed";
    const current = isStale ? await read() : undefined;
    setState((before) => ({
      ...before,
      isSaving: false,
      ...(status !== undefined && current?.ok
        ? { conflict: { status, base, current: current.data } }
        : { failure: failureWords(outcome.error) }),
    }));
    return false;
  }

  const { detail, error, failure, conflict, isSaving = false } = state;
  return {
    detail,
    error,
    isSaving,
    failure,
    conflict,
    reload,
    replace,
    move: (status) => {
      const version = newest.current?.version ?? 0;
      const change = { version, status };
      return save(
        () => deskRequest(withId(applicationEndpoints.change, reference), change),
        status,
      );
    },
    separate: (other) =>
      save(() => deskRequest(withId(applicationEndpoints.separate, reference), { other })),
    showCurrent: () => {
      if (conflict) replace(conflict.current);
    },
  };
}
