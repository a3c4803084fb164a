import { useCallback, useEffect, useRef, useState } from "react";
import type { DeskEndpoint, NoBody } from "../../contract/define-endpoint.ts";
import type { RequestError } from "../../contract/errors/error-message.ts";
import type { Outcome } from "../../site/runtime/api.ts";
import { useCurrentStaff } from "../shell/session.ts";
import { deskRequest, failureMessage } from "./desk-request.ts";
import { useLiveChanges } from "./live-channel.ts";
import { findUnread, keepShown, type ReadableRecord } from "./unread.ts";
import { usePresence } from "./use-presence.ts";
import type { OnWriting } from "./use-writing.ts";

interface RecordChoices<Detail, Act, Saved> {
  /** Its list's topic in the live channel. */
  readonly topic: string;
  readonly reference: string;
  readonly endpoint: DeskEndpoint<NoBody, Detail>;
  /** Sends a change, based on a version of the record. */
  readonly send: (act: Act, version: number) => Promise<Outcome<Saved>>;
  /** The record as it will be once a change is saved. */
  readonly apply?: (detail: Detail, act: Act) => Detail;
  readonly onSaved: (saved: Saved, act: Act) => void;
  /** The user's newest change from elsewhere on the page, such as an undo; settled once it is over. */
  readonly ownChange?: Promise<void> | undefined;
}

/** A change that was rejected because someone else saved first. */
interface Conflict<Detail, Act> {
  readonly act: Act;
  /** The record that the change was based on. */
  readonly base: Detail;
  readonly current: Detail;
}

interface State<Detail, Act> {
  readonly detail?: Detail;
  readonly unread?: Detail | undefined;
  readonly error?: RequestError | undefined;
  readonly pending?: Act | undefined;
  readonly isFollowing?: boolean;
  readonly failure?: string | undefined;
  readonly conflict?: Conflict<Detail, Act> | undefined;
}

/** An open record: its stored state, and the outcome of the last change. */
export interface Opened<Detail, Act> {
  /** As it is stored, with the pending change applied. */
  readonly detail: Detail | undefined;
  readonly error: RequestError | undefined;
  readonly isSaving: boolean;
  /** Why the last change was not saved. */
  readonly failure: string | undefined;
  readonly conflict: Conflict<Detail, Act> | undefined;
  /** A newer state that waits until the writer of a reply looks at it. */
  readonly unread: Detail | undefined;
  /**
   * Saves a change: one at a time, each based on the version that the previous one produced. The same
   * change twice in a row is sent once.
   * @returns whether it was saved
   */
  readonly change: (act: Act) => Promise<boolean>;
  readonly reload: () => Promise<void>;
  /** Takes the record from a response; while a reply is begun, what others changed waits. */
  readonly replace: (detail: Detail) => void;
  /** Shows a state that the user asked for. */
  readonly show: (detail: Detail) => void;
  /** Says whether a reply is begun. */
  readonly hold: (isHeld: boolean) => void;
  readonly onWriting: OnWriting;
  /** Shows what is stored, and drops the rejected change. */
  readonly showCurrent: () => void;
  /** Applies the rejected change to what is stored. */
  readonly changeAnyway: () => Promise<boolean>;
}

/** Opens a record, keeps it up to date, tells others that it is open, and saves changes of it. */
export function useRecord<Detail extends ReadableRecord, Act, Saved extends Detail = Detail>(
  choices: RecordChoices<Detail, Act, Saved>,
): Opened<Detail, Act> {
  const { topic, reference, endpoint, apply, ownChange } = choices;
  const { id: ownId } = useCurrentStaff();
  const [state, setState] = useState<State<Detail, Act>>({});
  /** What is shown and what waits, for requests. */
  const newest = useRef<{ readonly detail?: Detail; readonly unread?: Detail | undefined }>({});
  const isHeld = useRef(false);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  /** The change that is sent last. */
  const newestAct = useRef<{ readonly key: string; readonly saved: Promise<boolean> }>(undefined);
  const latest = useRef(choices);
  latest.current = choices;

  const [writing, setWriting] = useState<readonly string[]>([]);
  const onWriting = useCallback<OnWriting>((id, isWriting) => {
    setWriting((before) => {
      const others = before.filter((one) => one !== id);
      return isWriting ? [...others, id] : others;
    });
  }, []);
  usePresence(topic, reference, writing.length > 0);

  const put = useCallback((detail: Detail, unread?: Detail) => {
    newest.current = { detail, unread };
    setState((before) => ({ ...before, detail, unread, error: undefined }));
  }, []);
  const replace = useCallback(
    (next: Detail) => {
      const { detail: shown, unread } = newest.current;
      if (!shown) return put(next);
      // A response that was overtaken by a later one.
      if (next.version < (unread ?? shown).version) return;
      const isNews = isHeld.current && findUnread(shown, next, ownId) !== undefined;
      if (isNews) put(keepShown(shown, next), next);
      else put(next);
    },
    [put, ownId],
  );
  const hold = useCallback(
    (held: boolean) => {
      isHeld.current = held;
      if (!held && newest.current.unread) put(newest.current.unread);
    },
    [put],
  );

  const reload = useCallback(async () => {
    const outcome = await deskRequest(endpoint);
    if (outcome.ok) replace(outcome.data);
    else setState((before) => ({ ...before, error: outcome.error }));
  }, [endpoint, replace]);
  useEffect(() => {
    void reload();
  }, [reload]);

  const { pending, isFollowing = false, conflict } = state;
  const isSaving = pending !== undefined || isFollowing;
  useLiveChanges(topic, (changed) => {
    const { detail, unread } = newest.current;
    const version = changed?.[reference] ?? 0;
    const isNewer = detail !== undefined && version > (unread ?? detail).version;
    if (changed === undefined || (isNewer && !isSaving && !conflict)) void reload();
  });

  // The next change must not conflict with the user's own from elsewhere on the page. Earlier ones
  // are in what the record reads as it opens.
  const lastOwn = useRef(ownChange);
  useEffect(() => {
    if (ownChange === undefined || ownChange === lastOwn.current) return;
    lastOwn.current = ownChange;
    setState((before) => ({ ...before, isFollowing: true }));
    queue.current = queue.current
      .then(() => ownChange)
      .then(reload)
      .then(() => setState((before) => ({ ...before, isFollowing: false })));
  }, [ownChange, reload]);

  const send = useCallback(
    async (act: Act): Promise<boolean> => {
      const base = newest.current.detail;
      if (!base) return false;
      setState((before) => ({ ...before, pending: act, failure: undefined }));
      const outcome = await latest.current.send(act, base.version);
      if (outcome.ok) {
        setState((before) => ({ ...before, pending: undefined }));
        replace(outcome.data);
        latest.current.onSaved(outcome.data, act);
        return true;
      }
      const read = outcome.error.code === "case-changed" ? await deskRequest(endpoint) : undefined;
      const current = read?.ok ? read.data : undefined;
      const wasChanged = current !== undefined && current.version !== base.version;
      // Related data may change without a new version: show what was just loaded.
      if (current && !wasChanged) replace(current);
      setState((before) => ({
        ...before,
        pending: undefined,
        ...(wasChanged
          ? { conflict: { act, base, current } }
          : { failure: failureMessage(outcome.error) }),
      }));
      return false;
    },
    [endpoint, replace],
  );
  const change = useCallback(
    (act: Act) => {
      const key = JSON.stringify(act);
      if (newestAct.current?.key === key) return newestAct.current.saved;
      const saved = queue.current.then(() => send(act));
      const own = { key, saved };
      newestAct.current = own;
      queue.current = saved.finally(() => {
        if (newestAct.current === own) newestAct.current = undefined;
      });
      return saved;
    },
    [send],
  );
  const showCurrent = useCallback(() => {
    if (conflict) put(conflict.current);
    setState((before) => ({ ...before, conflict: undefined }));
  }, [conflict, put]);
  const changeAnyway = useCallback(async () => {
    showCurrent();
    return conflict ? change(conflict.act) : false;
  }, [conflict, showCurrent, change]);

  const { detail, unread, error, failure } = state;
  return {
    detail: detail && pending !== undefined && apply ? apply(detail, pending) : detail,
    unread,
    error,
    failure,
    conflict,
    isSaving,
    change,
    changeAnyway,
    reload,
    replace,
    show: put,
    hold,
    onWriting,
    showCurrent,
  };
}
