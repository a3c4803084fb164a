import type { Opened } from "../../../../../platform/desk/data/use-record.ts";
import type { BackTarget } from "../../../../../platform/desk/record/back-link.tsx";
import type { CaseDetail } from "../../../contract/inbox.ts";
import type { CaseEdit } from "../../../contract/inbox-endpoints.ts";

/** A change of a case: of itself, or of its links to others. */
export interface CaseAct extends CaseEdit {
  /** Reference of the case that it is merged into; null separates them. */
  readonly mergeInto?: string | null;
  readonly relate?: { readonly other: string; readonly isRelated: boolean };
}

export interface RecordViewProps {
  readonly opened: Opened<CaseDetail, CaseAct>;
  readonly knownTags: readonly string[];
  /** Link back to the list: URL and label, such as "15 open". */
  readonly back: BackTarget;
  /** Whether the person came from the list: then the heading takes the focus. */
  readonly takesFocus: boolean;
  readonly isClosed: boolean;
  readonly onShown: () => void;
}

export interface RecordProps extends Omit<RecordViewProps, "back"> {
  readonly detail: CaseDetail;
}
