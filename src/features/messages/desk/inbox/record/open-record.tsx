import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { useOwnChange } from "../../../../../platform/desk/record/use-own-change.ts";
import type { CaseEdit } from "../../../contract/desk/inbox-endpoints.ts";
import type { CaseDetail, CaseRow } from "../../../contract/desk/inbox.ts";
import { useInbox } from "../inbox-context.ts";
import { usePresence } from "../use-presence.ts";
import { RecordView } from "./record-view.tsx";
import { useCase } from "./use-case.ts";

export interface RecordHandle {
  /** Undefined until it is on screen. */
  readonly detail: CaseDetail | undefined;
  readonly change: (edit: CaseEdit) => void;
}

interface OpenRecordProps {
  readonly reference: string;
  /** The case's row from the latest live event. */
  readonly row: CaseRow | undefined;
  readonly knownTags: readonly string[];
  readonly back: { readonly to: string; readonly label: string };
  readonly takesFocus: boolean;
  /** Number of reconnects: changes in between were missed. */
  readonly caughtUp: number;
  /** The user's newest change from elsewhere on the page, such as an undo. */
  readonly ownChange: Promise<void> | undefined;
  readonly onStored: (detail: CaseDetail) => void;
  /** Called after the user's own change, with what undoes it; null: nothing changed. */
  readonly onChanged: (undo: string | null) => void;
  readonly onHandle: (handle: RecordHandle | undefined) => void;
}

export function OpenRecord(props: OpenRecordProps) {
  const { reference, row, caughtUp, ownChange, onStored, onChanged, onHandle } = props;
  const inbox = useInbox();
  const opened = useCase(reference, inbox.person.id, onStored);
  // A reply and a note may be begun at the same time.
  const [writing, setWriting] = useState({ reply: false, note: false });
  const [isShown, setShown] = useState(false);
  usePresence(reference, writing.reply || writing.note);
  const onReply = useCallback((reply: boolean) => setWriting((one) => ({ ...one, reply })), []);
  const onNote = useCallback((note: boolean) => setWriting((one) => ({ ...one, note })), []);

  const isNewer = useEffectEvent(
    (version: number) =>
      opened.detail !== undefined &&
      version > (opened.unread ?? opened.detail).version &&
      !opened.isSaving &&
      !opened.conflict,
  );
  const reload = useEffectEvent(() => void opened.reload());
  const version = row?.version;
  useEffect(() => {
    if (version !== undefined && isNewer(version)) reload();
  }, [version]);
  const lastCaughtUp = useRef(caughtUp);
  useEffect(() => {
    if (caughtUp === lastCaughtUp.current) return;
    lastCaughtUp.current = caughtUp;
    reload();
  }, [caughtUp]);

  useOwnChange(ownChange, opened.follow);

  const changed = useEffectEvent(onChanged);
  const { change, saveAnyway } = opened;
  const changeHere = useCallback(
    async (edit: CaseEdit) => {
      const saved = await change(edit);
      if (saved) changed(saved.undo);
      return saved;
    },
    [change],
  );
  const saveHere = useCallback(async () => {
    const saved = await saveAnyway();
    if (saved) changed(saved.undo);
    return saved;
  }, [saveAnyway]);

  useEffect(() => {
    onHandle({
      detail: isShown ? opened.detail : undefined,
      change: (edit) => void changeHere(edit),
    });
    return () => onHandle(undefined);
  }, [isShown, opened.detail, changeHere, onHandle]);

  return (
    <RecordView
      opened={{ ...opened, change: changeHere, saveAnyway: saveHere }}
      knownTags={props.knownTags}
      back={props.back}
      takesFocus={props.takesFocus}
      onShown={() => setShown(true)}
      onAdded={opened.replace}
      onReplyWriting={onReply}
      onNoteWriting={onNote}
    />
  );
}
