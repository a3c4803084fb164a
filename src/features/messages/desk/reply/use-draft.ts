import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { formatClock } from "../../../../platform/desk/format/times.ts";
import type { Outcome } from "../../../../platform/site/runtime/api.ts";
import type { NewReply } from "../../contract/replies.ts";
import { keepReply, readKeptReply } from "./unsaved-reply.ts";

/** Pause in typing after which the draft is saved, and the retry interval, in milliseconds. */
const saveAfterMs = 800;
const retryAfterMs = 5000;

/** Whether the server has what was typed. */
export type DraftState =
  | { readonly kind: "saved"; readonly at: string | null }
  | { readonly kind: "saving" }
  | { readonly kind: "failed" };

export interface Draft<Content = NewReply> {
  readonly content: Content;
  readonly state: DraftState;
  readonly change: (part: Partial<Content>) => void;
  /** Saves now. @returns whether the server has everything */
  readonly flush: () => Promise<boolean>;
  /** Stops saving, because the reply is being sent. Resolves when no save is in flight. */
  readonly stop: () => Promise<void>;
  /** Resumes saving after sending failed. */
  readonly resume: () => void;
}

interface Saved {
  /** ISO 8601. */
  readonly savedAt: string;
}

interface DraftPlace<Content> {
  readonly save: (content: Content) => Promise<Outcome<{ readonly savedAt: string | null }>>;
  /** Names the record in this tab. */
  readonly id: string;
  /** As the server has it; null without. */
  readonly stored: (Content & Saved) | null;
  readonly empty: Content;
}

/** What is being written. The server stores it; until then, this tab does. */
export function useDraft<Content extends object>(
  { save: saveContent, id, stored, empty }: DraftPlace<Content>,
  staffId: string,
): Draft<Content> {
  const [content, setContent] = useState<Content>(
    () => readKeptReply(staffId, id) ?? toContent(stored, empty),
  );
  const [state, setState] = useState<DraftState>({ kind: "saved", at: stored?.savedAt ?? null });
  const saveTo = useRef(saveContent);
  saveTo.current = saveContent;
  const newest = useRef(content);
  const isDirty = useRef(readKeptReply(staffId, id) !== undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const saving = useRef<Promise<void>>(Promise.resolve());
  const retry = useRef<() => void>(() => undefined);

  /** One at a time, so that an older text never arrives last. */
  const queueSave = useCallback(() => {
    const save = async () => {
      if (!isDirty.current) return;
      const sent = newest.current;
      const outcome = await saveTo.current(sent);
      // What was typed meanwhile has its own timer.
      if (newest.current !== sent || !isDirty.current) return;
      if (outcome.ok) {
        isDirty.current = false;
        keepReply(staffId, id, undefined);
        setState({ kind: "saved", at: outcome.data.savedAt });
      } else {
        setState({ kind: "failed" });
        timer.current = setTimeout(() => retry.current(), retryAfterMs);
      }
    };
    saving.current = saving.current.then(save);
    return saving.current;
  }, [staffId, id]);
  useEffect(() => {
    retry.current = () => void queueSave();
  }, [queueSave]);

  const schedule = useCallback(() => {
    isDirty.current = true;
    keepReply(staffId, id, newest.current);
    setState({ kind: "saving" });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void queueSave(), saveAfterMs);
  }, [staffId, id, queueSave]);

  const change = useCallback(
    (part: Partial<Content>) => {
      newest.current = { ...newest.current, ...part };
      setContent(newest.current);
      schedule();
    },
    [schedule],
  );

  useEffect(() => {
    if (isDirty.current) void queueSave();
    return () => {
      clearTimeout(timer.current);
      if (isDirty.current) void queueSave();
    };
  }, [queueSave]);

  // The same person may have continued in another tab.
  const takeOver = useEffectEvent((newer: (Content & Saved) | null) => {
    if (isDirty.current || newer === null) return;
    newest.current = toContent(newer, empty);
    setContent(newest.current);
    setState({ kind: "saved", at: newer.savedAt });
  });
  const savedAt = stored?.savedAt;
  useEffect(() => {
    if (savedAt !== undefined) takeOver(stored);
  }, [savedAt, stored]);

  const stop = useCallback(async () => {
    clearTimeout(timer.current);
    isDirty.current = false;
    await saving.current;
    keepReply(staffId, id, undefined);
  }, [staffId, id]);

  const flush = useCallback(async () => {
    clearTimeout(timer.current);
    await queueSave();
    return !isDirty.current;
  }, [queueSave]);

  return { content, state, change, flush, stop, resume: schedule };
}

/** The fields of a draft without what the server adds. */
function toContent<Content extends object>(stored: Content | null, empty: Content): Content {
  if (!stored) return empty;
  const names = Object.keys(empty) as (keyof Content)[];
  return Object.fromEntries(names.map((name) => [name, stored[name]])) as Content;
}

export function formatDraftState(state: DraftState): string {
  if (state.kind === "saving") return "Saving the draft…";
  if (state.kind === "failed") return "Not saved yet, but kept in this tab";
  return state.at === null ? "" : `Draft saved ${formatClock(Date.parse(state.at))}`;
}
