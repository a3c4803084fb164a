import type { Opened } from "../../../../../platform/desk/data/use-record.ts";
import type { BackTarget } from "../../../../../platform/desk/record/back-link.tsx";
import type { CaseDetail } from "../../../contract/inbox.ts";
import type { CaseEdit } from "../../../contract/inbox-endpoints.ts";

export interface RecordViewProps {
  readonly opened: Opened<CaseDetail, CaseEdit>;
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
