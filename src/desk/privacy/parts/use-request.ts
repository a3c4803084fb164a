import { useCallback, useEffect, useRef, useState } from "react";
import {
  type PrivacyDecision,
  type PrivacyDetail,
  type PrivacyWork,
  privacyEndpoints,
} from "../../../contract/desk/privacy/endpoints.ts";
import { withId } from "../../../contract/endpoints/define-endpoint.ts";
import type { RequestError } from "../../../contract/errors/error-message.ts";
import { deskRequest, failureWords } from "../../api/desk-request.ts";

/** A change of a request. */
type RequestAct = PrivacyWork | PrivacyDecision;

/** Acts that need the second factor. */
const decisions: ReadonlySet<string> = new Set([
  "confirm-identity",
  "delete",
  "send-copy",
  "deny",
  "decide-appeal",
] satisfies PrivacyDecision["act"][]);

function isDecision(act: RequestAct): act is PrivacyDecision {
  return decisions.has(act.act);
}

/** A change that was refused, because somebody else was quicker. */
interface Conflict {
  readonly act: RequestAct;
  readonly base: PrivacyDetail;
  /** As it is stored now. */
  readonly current: PrivacyDetail;
}

export interface OpenedRequest {
  readonly detail: PrivacyDetail | undefined;
  /** Why it could not be read. */
  readonly error: RequestError | undefined;
  readonly isSaving: boolean;
  /** Why the last change was not saved. */
  readonly failure: string | undefined;
  readonly conflict: Conflict | undefined;
  /** @returns whether it was saved */
  readonly perform: (act: RequestAct) => Promise<boolean>;
  readonly retryLetter: (id: string) => Promise<boolean>;
  readonly reload: () => Promise<void>;
  /** Shows what is stored, and drops the change that was refused. */
  readonly showCurrent: () => void;
}

interface State {
  readonly detail?: PrivacyDetail;
  readonly error?: RequestError | undefined;
  readonly isSaving?: boolean;
  readonly failure?: string | undefined;
  readonly conflict?: Conflict | undefined;
}

/** One request and its changes. @param onChanged after one's own change */
export function useRequest(reference: string, onChanged: () => void): OpenedRequest {
  const [state, setState] = useState<State>({});
  const newest = useRef<PrivacyDetail>(undefined);
  const changed = useRef(onChanged);
  changed.current = onChanged;

  const replace = useCallback((detail: PrivacyDetail) => {
    newest.current = detail;
    setState({ detail });
  }, []);
  const read = useCallback(
    () => deskRequest(withId(privacyEndpoints.read, reference)),
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

  async function save(send: (version: number) => ReturnType<typeof read>, act?: RequestAct) {
    const base = newest.current;
    if (!base || state.isSaving) return false;
    setState((before) => ({ ...before, isSaving: true, failure: undefined }));
    const outcome = await send(base.version);
    if (outcome.ok) {
      replace(outcome.data);
      changed.current();
      return true;
    }
    const isStale = outcome.error.code === "case-changed";
    const current = isStale ? await read() : undefined;
    const wasChanged = current?.ok && current.data.version !== base.version;
    // What is held may change without the request: the page shows the new numbers.
    if (current?.ok && !wasChanged) newest.current = current.data;
    setState((before) => ({
      ...before,
      isSaving: false,
      ...(newest.current && { detail: newest.current }),
      ...(act && current?.ok && wasChanged
        ? { conflict: { act, base, current: current.data } }
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
    perform: (act) =>
      save(
        (version) =>
          isDecision(act)
            ? deskRequest(withId(privacyEndpoints.decide, reference), { version, decision: act })
            : deskRequest(withId(privacyEndpoints.work, reference), { version, work: act }),
        act,
      ),
    retryLetter: (id) => save(() => deskRequest(withId(privacyEndpoints.retry, id))),
    showCurrent: () => {
      if (conflict) replace(conflict.current);
    },
  };
}
