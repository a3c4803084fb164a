import { useEffect, useState } from "react";
import { withId } from "../../../../../platform/contract/define-endpoint.ts";
import { deskRequest } from "../../../../../platform/desk/data/desk-request.ts";
import { useRecord } from "../../../../../platform/desk/data/use-record.ts";
import { type CaseDetail, inboxTopic, statusNames } from "../../../contract/inbox.ts";
import { type ChangedCase, inboxEndpoints } from "../../../contract/inbox-endpoints.ts";
import { useInbox } from "../inbox-context.ts";
import type { CaseAct } from "./record-props.ts";
import { RecordView } from "./record-view.tsx";

export interface RecordHandle {
  /** Undefined until it is on screen. */
  readonly detail: CaseDetail | undefined;
  readonly change: (edit: CaseAct) => void;
}

interface OpenRecordProps {
  readonly reference: string;
  readonly knownTags: readonly string[];
  readonly back: { readonly to: string; readonly label: string };
  readonly takesFocus: boolean;
  /** The user's newest change from elsewhere on the page, such as an undo. */
  readonly ownChange: Promise<void> | undefined;
  /** Called after the user's own change, with what undoes it; null: nothing changed. */
  readonly onChanged: (undo: string | null, edit: CaseAct, detail: CaseDetail) => void;
  /** Whether the user just closed it: then nothing is written. */
  readonly isClosed: boolean;
  readonly onHandle: (handle: RecordHandle | undefined) => void;
}

/** Loads and shows a case, and keeps it up to date. */
export function OpenRecord(props: OpenRecordProps) {
  const { reference, ownChange, onChanged, onHandle } = props;
  const { announce } = useInbox();
  const opened = useRecord<CaseDetail, CaseAct, ChangedCase>({
    topic: inboxTopic,
    reference,
    endpoint: withId(inboxEndpoints.read, reference),
    send: ({ mergeInto, relate, ...edit }, version) => {
      if (mergeInto !== undefined) {
        return deskRequest(withId(inboxEndpoints.merge, reference), { version, into: mergeInto });
      }
      return relate
        ? deskRequest(withId(inboxEndpoints.relate, reference), { version, ...relate })
        : deskRequest(withId(inboxEndpoints.change, reference), { version, edit });
    },
    // The day of a snooze, and links, are shown once they are saved.
    apply: (detail, { snooze: _, mergeInto: __, relate: ___, ...edit }) => ({
      ...detail,
      ...definedOf(edit),
    }),
    ownChange,
    onSaved: ({ undo, ...saved }, edit) => {
      announce(edit.status ? `Saved. ${statusNames[edit.status]}.` : "Saved.");
      onChanged(undo, edit, saved);
    },
  });
  const [isShown, setShown] = useState(false);
  const { detail, change } = opened;
  useEffect(() => {
    onHandle({ detail: isShown ? detail : undefined, change: (edit) => void change(edit) });
    return () => onHandle(undefined);
  }, [isShown, detail, change, onHandle]);
  return (
    <RecordView
      opened={opened}
      knownTags={props.knownTags}
      back={props.back}
      takesFocus={props.takesFocus}
      isClosed={props.isClosed}
      onShown={() => setShown(true)}
    />
  );
}

function definedOf(
  edit: Pick<CaseAct, "status" | "assigneeId" | "tags" | "isSpam">,
): Partial<CaseDetail> {
  return Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined));
}
