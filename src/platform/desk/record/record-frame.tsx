import type { ReactNode } from "react";
import { failureMessage } from "../data/desk-request.ts";
import type { Opened } from "../data/use-record.ts";
import { Button } from "../ui/button.tsx";
import { FormAlert } from "../ui/form-controls.tsx";
import { BackLink, type BackTarget } from "./back-link.tsx";
import styles from "./record-frame.module.css";

interface OpenedFrameProps<Detail> {
  readonly back: BackTarget;
  readonly opened: Pick<Opened<Detail, never>, "detail" | "error" | "reload">;
  /** In a panel without padding, which is beside its list on laptops already. */
  readonly isFlush?: boolean;
  /** Shown if there is no such record. */
  readonly notFound: string;
  /** Shown until it is loaded. */
  readonly opening: string;
  readonly children: (detail: Detail) => ReactNode;
}

/** The link back, then the record, or why it cannot be loaded. */
export function RecordFrame<Detail>(props: OpenedFrameProps<Detail>) {
  const { back, isFlush = false, opened, notFound, opening, children } = props;
  const { detail, error, reload } = opened;
  const isMissing = error?.code === "not-found";
  return (
    <>
      <BackLink {...back} isFlush={isFlush} />
      {error && (
        <div className={`${styles.failed} ${isFlush ? styles.flush : ""}`}>
          <FormAlert message={isMissing ? notFound : failureMessage(error)} />
          {!isMissing && (
            <Button look="ghost" isSmall onClick={() => void reload()}>
              Try again
            </Button>
          )}
        </div>
      )}
      {detail
        ? children(detail)
        : !error && (
            <p role="status" className={isFlush ? styles.flush : undefined}>
              {opening}
            </p>
          )}
    </>
  );
}
