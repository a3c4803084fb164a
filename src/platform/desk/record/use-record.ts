import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import type { RequestError } from "../../contract/errors/error-message.ts";
import type { Outcome } from "../../site/runtime/api.ts";
import { failureMessage } from "../api/desk-request.ts";
import { usePerson } from "../session/session.ts";
import type { ReadableRecord } from "./unread.ts";
import { useShown } from "./use-shown.ts";

/** A change that was rejected because someone else saved first. */
interface Conflict<Detail, Act> {
  readonly act: Act;
  readonly base: Detail;
  readonly current: Detail;
}

interface State<Detail, Act> {
  readonly error?: RequestError | undefined;
  readonly isSaving?: boolean;
  readonly failure?: string | undefined;
  readonly conflict?: Conflict<Detail, Act> | undefined;
}

/** An open record: its stored state, and the outcome of the last change. */
export interface Opened<Detail, Act> {
  readonly detail: Detail | undefined;
  readonly error: RequestError | undefined;
  readonly isSaving: boolean;
  /** Why the last change was not saved. */
  readonly failure: string | undefined;
  readonly conflict: Conflict<Detail, Act> | undefined;
  readonly reload: () => Promise<void>;
  /** Waits for the user's change from elsewhere on the page, then reloads; until then it is saving. */
  readonly follow: (change: Promise<unknown>) => Promise<void>;
  /** A newer state that waits until the writer of a reply looks at it. */
  readonly unread: Detail | undefined;
  /** Takes the record from a response; while a reply is begun, what others changed waits. */
  readonly replace: (detail: Detail) => void;
  readonly show: (detail: Detail) => void;
  readonly hold: (isHeld: boolean) => void;
  /** Shows what is stored, and drops the rejected change. */
  readonly showCurrent: () => void;
}

interface OpenedRecord<Detail, Act> extends Opened<Detail, Act> {
  /**
   * Saves one change at a time.
   * @param send gets the version that the change is based on
   * @param act included in a conflict; without it a rejected change is a failure
   * @returns whether it was saved
   */
  readonly save: (
    send: (version: number) => Promise<Outcome<Detail>>,
    act?: Act,
  ) => Promise<boolean>;
}

/**
 * Reads a record and saves changes of it.
 * @param read reads it; another function reads again
 * @param onChanged called after the user's own change
 */
export function useRecord<Detail extends ReadableRecord, Act>(
  read: () => Promise<Outcome<Detail>>,
  onChanged: () => void,
): OpenedRecord<Detail, Act> {
  const [state, setState] = useState<State<Detail, Act>>({});
  const { id: ownId } = usePerson();
  const { detail, unread, newest, offer, show: put, hold } = useShown<Detail>(ownId);
  const changed = useRef(onChanged);
  changed.current = onChanged;

  const replace = useCallback(
    (next: Detail) => {
      offer(next);
      setState({});
    },
    [offer],
  );
  const show = useCallback(
    (next: Detail) => {
      put(next);
      setState({});
    },
    [put],
  );
  const reload = useCallback(async () => {
    const outcome = await read();
    if (outcome.ok) replace(outcome.data);
    else setState((before) => ({ ...before, error: outcome.error }));
  }, [read, replace]);
  useEffect(() => {
    void reload();
  }, [reload]);

  const follow = useCallback(
    async (elsewhere: Promise<unknown>) => {
      setState((before) => ({ ...before, isSaving: true }));
      await elsewhere;
      await reload();
      setState((before) => ({ ...before, isSaving: false }));
    },
    [reload],
  );

  async function save(send: (version: number) => Promise<Outcome<Detail>>, act?: Act) {
    const base = newest.current;
    if (!base || state.isSaving) return false;
    setState((before) => ({ ...before, isSaving: true, failure: undefined }));
    const outcome = await send(base.version);
    if (outcome.ok) {
      replace(outcome.data);
      changed.current();
      return true;
    }
    const isStale = act !== undefined && outcome.error.code === "case-changed";
    const current = isStale ? await read() : undefined;
    const wasChanged = current?.ok && current.data.version !== base.version;
    // Related data may change without a new version: show what was just loaded.
    if (current?.ok && !wasChanged) offer(current.data);
    setState((before) => ({
      ...before,
      isSaving: false,
      ...(act !== undefined && current?.ok && wasChanged
        ? { conflict: { act, base, current: current.data } }
        : { failure: failureMessage(outcome.error) }),
    }));
    return false;
  }

  const { error, failure, conflict, isSaving = false } = state;
  return {
    detail,
    error,
    isSaving,
    failure,
    conflict,
    reload,
    follow,
    unread,
    replace,
    show,
    hold,
    save,
    showCurrent: () => {
      if (conflict) show(conflict.current);
    },
  };
}

export function useNewestVersion<Detail extends { readonly version: number }>(
  opened: Opened<Detail, unknown>,
  newestVersion: number | undefined,
): void {
  const { detail, unread, isSaving, conflict, reload } = opened;
  const reloadIfOld = useEffectEvent((version: number) => {
    const isOld = detail !== undefined && version > (unread ?? detail).version;
    if (isOld && !isSaving && !conflict) void reload();
  });
  useEffect(() => {
    if (newestVersion !== undefined) reloadIfOld(newestVersion);
  }, [newestVersion]);
}
