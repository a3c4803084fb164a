import { useEffect, useState } from "react";
import { withId } from "../../../platform/contract/define-endpoint.ts";
import { deskRequest, failureMessage } from "../../../platform/desk/data/desk-request.ts";
import { formatLongSeconds } from "../../../platform/desk/format/times.ts";
import tableStyles from "../../../platform/desk/settings/stack-table.module.css";
import { Button } from "../../../platform/desk/ui/button.tsx";
import { Chip } from "../../../platform/desk/ui/chip.tsx";
import { DeskIcon } from "../../../platform/desk/ui/desk-icon.tsx";
import { FormAlert } from "../../../platform/desk/ui/form-controls.tsx";
import {
  type WebhookDelivery,
  type WebhookDeliveryDetails,
  webhookEndpoints,
} from "../contract/webhooks.ts";
import { deliveryState, describeProblem } from "./webhook-text.ts";
import styles from "./webhooks.module.css";

interface DeliveryRowProps {
  readonly delivery: WebhookDelivery;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** Undefined: it cannot be resent now. */
  readonly onReplay: (() => Promise<void>) | undefined;
}

/** One event for the endpoint, and below it what was sent. */
export function DeliveryRow({ delivery, now, isOpen, onToggle, onReplay }: DeliveryRowProps) {
  const [isBusy, setIsBusy] = useState(false);
  const { id, at, event, state, tries } = delivery;
  const { look, icon, label } = deliveryState(delivery, now);
  const when = formatLongSeconds(at, now);
  const isOnItsWay = state === "waiting" && tries === 0;

  async function replay() {
    if (isBusy) return;
    setIsBusy(true);
    await onReplay?.();
    setIsBusy(false);
  }

  return (
    <>
      <tr className={isOpen ? styles.opened : undefined}>
        <th scope="row">{when}</th>
        <td>
          <button
            type="button"
            className={styles.event}
            aria-expanded={isOpen}
            aria-controls={isOpen ? `sent-${id}` : undefined}
            onClick={onToggle}
          >
            <span>
              {event}
              <span className="sr">, {when}: what was sent</span>
            </span>
            <DeskIcon name="down" />
          </button>
        </td>
        <td>
          <Chip look={look} icon={icon}>
            {label}
          </Chip>
        </td>
        <td data-label="Tries" className={styles.tries}>
          {tries}
        </td>
        <td className={tableStyles.act}>
          {onReplay && !isOnItsWay && (
            <Button
              look="ghost"
              isSmall
              aria-disabled={isBusy || undefined}
              onClick={() => void replay()}
            >
              {state === "waiting" ? "Try now" : "Replay"}
              <span className="sr">
                {" "}
                {event}, {when}
              </span>
            </Button>
          )}
        </td>
      </tr>
      {isOpen && (
        <tr id={`sent-${id}`} className={styles.details}>
          <td colSpan={5}>
            <Details key={`${state} ${tries}`} id={id} />
          </td>
        </tr>
      )}
    </>
  );
}

function Details({ id }: { id: string }) {
  const [details, setDetails] = useState<WebhookDeliveryDetails>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    let isOver = false;
    void deskRequest(withId(webhookEndpoints.delivery, id)).then((outcome) => {
      if (isOver) return;
      if (outcome.ok) setDetails(outcome.data);
      else setFailure(failureMessage(outcome.error));
    });
    return () => {
      isOver = true;
    };
  }, [id]);

  if (!details) {
    return (
      <>
        <FormAlert message={failure} />
        {!failure && <p>Loading…</p>}
      </>
    );
  }
  const { headers, body, hadContents } = details;
  return (
    <>
      <pre className={`${styles.code} exact`}>
        {headers &&
          `webhook-id: ${headers.id}\nwebhook-timestamp: ${headers.timestamp}\nwebhook-signature: ${headers.signature}\n\n`}
        {JSON.stringify(JSON.parse(body), null, 2)}
      </pre>
      {hadContents && <p>What people wrote was sent along. It is not kept here.</p>}
      <p>{describeAnswer(details)}</p>
    </>
  );
}

function describeAnswer(details: WebhookDeliveryDetails): string {
  const { headers, status, answer, hadContents } = details;
  if (!headers) return "It was not sent yet.";
  if (status === null) return `No answer: ${describeProblem(details)}.`;
  if (answer) return `The answer: ${status}, “${answer}”.`;
  return hadContents
    ? `The answer: ${status}. Its text is not kept.`
    : `The answer: ${status}, without a text.`;
}
