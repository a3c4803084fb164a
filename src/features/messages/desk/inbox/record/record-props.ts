import type { CaseDetail } from "../../../contract/desk/inbox.ts";
import type { OpenCase } from "./use-case.ts";

export interface RecordViewProps {
  readonly opened: OpenCase;
  readonly knownTags: readonly string[];
  /** Link back to the list: URL and label, such as "15 open". */
  readonly back: { readonly to: string; readonly label: string };
  /** Whether the person came from the list: then the heading takes the focus. */
  readonly takesFocus: boolean;
  readonly onShown: () => void;
  readonly onAdded: (detail: CaseDetail) => void;
  /** Called when the user begins or stops to write a reply, or a note. */
  readonly onReplyWriting: (isWriting: boolean) => void;
  readonly onNoteWriting: (isWriting: boolean) => void;
}

export interface RecordProps extends Omit<RecordViewProps, "back"> {
  readonly detail: CaseDetail;
}
