import { lazy, Suspense, useEffect } from "react";
import { Link } from "react-router";
import { failureMessage } from "../../../../../platform/desk/data/desk-request.ts";
import { Button } from "../../../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../../../platform/desk/ui/desk-icon.tsx";
import type { RecordViewProps } from "./record-props.ts";
import styles from "./record-view.module.css";

const load = async () => ({ default: (await import("./case-record.tsx")).CaseRecord });
const CaseRecord = lazy(load);

/** Loads the code of `RecordView` after the list: once it is needed, a new build may have replaced it. */
export function usePreloadedRecord(): void {
  useEffect(() => {
    void load().catch(() => undefined);
  }, []);
}

const opening = (
  <p role="status" className={styles.opening}>
    Opening the message…
  </p>
);

/** The link back to the list, and the case or why it is not there. */
export function RecordView({ back, ...props }: RecordViewProps) {
  const { opened } = props;
  const { detail, error } = opened;
  return (
    <>
      <Link to={back.to} className={styles.back}>
        <DeskIcon name="back" />
        {back.label}
      </Link>
      {error && (
        <div role="alert" className={styles.failure}>
          <p>
            {error.code === "not-found"
              ? "There is no message with this reference. It may have been deleted."
              : failureMessage(error)}
          </p>
          {error.code !== "not-found" && (
            <Button look="ghost" isSmall onClick={() => void opened.reload()}>
              Try again
            </Button>
          )}
        </div>
      )}
      {detail ? (
        <Suspense fallback={opening}>
          <CaseRecord {...props} detail={detail} />
        </Suspense>
      ) : (
        !error && opening
      )}
    </>
  );
}
