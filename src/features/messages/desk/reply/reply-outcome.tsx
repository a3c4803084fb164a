import { useState } from "react";
import { withId } from "../../../../platform/contract/define-endpoint.ts";
import { deskRequest, failureMessage } from "../../../../platform/desk/data/desk-request.ts";
import { formatClock } from "../../../../platform/desk/format/times.ts";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import type { Delivery } from "../../contract/replies.ts";
import styles from "./reply-outcome.module.css";
import type { Addressed, ReplyKind } from "./reply-target.ts";

interface ReplyOutcomeProps<Detail extends Addressed> {
  readonly kind: Pick<ReplyKind<Detail>, "retry">;
  /** "" without. */
  readonly template: string;
  readonly delivery: Delivery;
  /** Absent for those who only read. */
  readonly onChanged: ((detail: Detail) => void) | undefined;
}

/** Delivery state of a reply's email or text, with a retry if it was abandoned. */
export function ReplyOutcome<Detail extends Addressed>(props: ReplyOutcomeProps<Detail>) {
  const { kind, template, delivery, onChanged } = props;
  const { replyId, state, at, reason, delay } = delivery;
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function retry(changed: (detail: Detail) => void) {
    if (isBusy) return;
    setBusy(true);
    const outcome = await deskRequest(withId(kind.retry, replyId));
    setBusy(false);
    if (outcome.ok) changed(outcome.data);
    else setFailure(failureMessage(outcome.error));
  }

  return (
    <div className={styles.outcome}>
      {template !== "" && <span>From template “{template}”</span>}
      {state === "sent" && (
        <span className={styles.state}>
          <DeskIcon name="check" />
          Delivered {at !== null && formatClock(Date.parse(at))}
        </span>
      )}
      {state === "accepted" && (
        <span className={styles.state}>
          <DeskIcon name="send" />
          Sent {at !== null && formatClock(Date.parse(at))}
        </span>
      )}
      {delay !== "" && (
        <span className={styles.state}>
          <DeskIcon name="clock" />
          Delivery delayed: {delay.charAt(0).toLowerCase()}
          {delay.slice(1)}
        </span>
      )}
      {state === "waiting" && (
        <span className={styles.state}>
          <DeskIcon name="clock" />
          {at === null ? "On its way" : `Waits until ${formatClock(Date.parse(at))}`}
          {reason !== "" && `. ${reason}. We try again.`}
        </span>
      )}
      {state === "failed" && (
        <>
          <span className={`${styles.state} ${styles.failed}`}>
            <DeskIcon name="warning" />
            Not delivered: {reason.charAt(0).toLowerCase()}
            {reason.slice(1)}
          </span>
          {onChanged && (
            <Button
              look="ghost"
              isSmall
              aria-disabled={isBusy || undefined}
              onClick={() => void retry(onChanged)}
            >
              <DeskIcon name="again" />
              Try again
            </Button>
          )}
        </>
      )}
      <span role="alert">{failure}</span>
    </div>
  );
}
