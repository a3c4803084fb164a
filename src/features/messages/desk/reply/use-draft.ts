import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { withId } from "../../../../platform/contract/define-endpoint.ts";
import { deskRequest } from "../../../../platform/desk/data/desk-request.ts";
import type { NewReply } from "../../contract/replies.ts";
import type { Addressed, ReplyKind } from "./reply-target.ts";
import { keepReply, readKeptReply } from "./unsaved-reply.ts";

/** Pause in typing after which the draft is saved, and the retry interval, in milliseconds. */
const saveAfterMs = 800;
const retryAfterMs = 5000;

function emptyReply(statusAfter = ""): NewReply {
  return { text: "", blanks: {}, statusAfter, templateId: "" };
}

/** Whether the server has what was typed. */
export type DraftState =
  | { readonly kind: "saved"; readonly at: string | null }
  | { readonly kind: "saving" }
  | { readonly kind: "failed" };

export interface Draft {
  readonly reply: NewReply;
  readonly state: DraftState;
  readonly change: (part: Partial<NewReply>) => void;
  /** Saves now. @returns whether the server has everything */
  readonly flush: () => Promise<boolean>;
  /** Stops saving, because the reply is being sent. Resolves when no save is in flight. */
  readonly stop: () => Promise<void>;
  /** Resumes saving after sending failed. */
  readonly resume: () => void;
}

/** A reply that is being written. The server stores it; until then, this tab does. */
export function useDraft<Detail extends Addressed>(
  kind: Pick<ReplyKind<Detail>, "saveDraft" | "statusesOf">,
  detail: Detail,
  staffId: string,
): Draft {
  const { reference, draft } = detail;
  const { saveDraft } = kind;
  const empty = emptyReply(kind.statusesOf(detail)[0]?.[0]);
  const [reply, setReply] = useState<NewReply>(
    () => readKeptReply(staffId, reference) ?? toReply(draft) ?? empty,
  );
  const [state, setState] = useState<DraftState>({ kind: "saved", at: draft?.savedAt ?? null });
  const newest = useRef(reply);
  const isDirty = useRef(readKeptReply(staffId, reference) !== undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const saving = useRef<Promise<void>>(Promise.resolve());
  const retry = useRef<() => void>(() => undefined);

  /** One at a time, so that an older text never arrives last. */
  const queueSave = useCallback(() => {
    const save = async () => {
      if (!isDirty.current) return;
      const sent = newest.current;
      const outcome = await deskRequest(withId(saveDraft, reference), sent);
      // What was typed meanwhile has its own timer.
      if (newest.current !== sent || !isDirty.current) return;
      if (outcome.ok) {
        isDirty.current = false;
        keepReply(staffId, reference, undefined);
        setState({ kind: "saved", at: outcome.data.savedAt });
      } else {
        setState({ kind: "failed" });
        timer.current = setTimeout(() => retry.current(), retryAfterMs);
      }
    };
    saving.current = saving.current.then(save);
    return saving.current;
  }, [staffId, reference, saveDraft]);
  useEffect(() => {
    retry.current = () => void queueSave();
  }, [queueSave]);

  const schedule = useCallback(() => {
    isDirty.current = true;
    keepReply(staffId, reference, newest.current);
    setState({ kind: "saving" });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void queueSave(), saveAfterMs);
  }, [staffId, reference, queueSave]);

  const change = useCallback(
    (part: Partial<NewReply>) => {
      newest.current = { ...newest.current, ...part };
      setReply(newest.current);
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
  const takeOver = useEffectEvent((stored: Addressed["draft"]) => {
    if (isDirty.current || stored === null) return;
    newest.current = toReply(stored) ?? empty;
    setReply(newest.current);
    setState({ kind: "saved", at: stored.savedAt });
  });
  const savedAt = draft?.savedAt;
  useEffect(() => {
    if (savedAt !== undefined) takeOver(draft);
  }, [savedAt, draft]);

  const stop = useCallback(async () => {
    clearTimeout(timer.current);
    isDirty.current = false;
    await saving.current;
    keepReply(staffId, reference, undefined);
  }, [staffId, reference]);

  const flush = useCallback(async () => {
    clearTimeout(timer.current);
    await queueSave();
    return !isDirty.current;
  }, [queueSave]);

  return { reply, state, change, flush, stop, resume: schedule };
}

function toReply(draft: Addressed["draft"]): NewReply | undefined {
  if (!draft) return undefined;
  const { savedAt: _savedAt, ...reply } = draft;
  return reply;
}
