import { lazy, Suspense, useEffect } from "react";
import { RecordFrame } from "../../../../../platform/desk/record/record-frame.tsx";
import type { RecordViewProps } from "./record-props.ts";

const load = async () => ({ default: (await import("./case-record.tsx")).CaseRecord });
const CaseRecord = lazy(load);

/** Loads the code of `RecordView` after the list: once it is needed, a new build may have replaced it. */
export function usePreloadedRecord(): void {
  useEffect(() => {
    void load().catch(() => undefined);
  }, []);
}

const opening = "Opening the message…";

/** The link back to the list, and the case or why it is not there. */
export function RecordView({ back, ...props }: RecordViewProps) {
  return (
    <RecordFrame
      isFlush
      back={back}
      opened={props.opened}
      notFound="There is no message with this reference. It may have been deleted."
      opening={opening}
    >
      {(detail) => (
        <Suspense fallback={<p role="status">{opening}</p>}>
          <CaseRecord {...props} detail={detail} />
        </Suspense>
      )}
    </RecordFrame>
  );
}
