import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Link, useLocation, useNavigation, useSearchParams } from "react-router";
import { withId } from "../../../platform/contract/define-endpoint.ts";
import { days } from "../../../platform/contract/durations.ts";
import { deskRequest, failureMessage } from "../../../platform/desk/data/desk-request.ts";
import { useNow } from "../../../platform/desk/format/use-now.ts";
import tableStyles from "../../../platform/desk/settings/stack-table.module.css";
import { AskButton } from "../../../platform/desk/ui/ask-button.tsx";
import { buttonClass } from "../../../platform/desk/ui/button.tsx";
import { FormAlert } from "../../../platform/desk/ui/form-controls.tsx";
import segments from "../../../platform/desk/ui/segments.module.css";
import {
  type DeliveryListResponse,
  type WebhookDelivery,
  type WebhookEndpoint,
  webhookEndpoints,
  webhookLogDays,
} from "../contract/webhooks.ts";
import { DeliveryRow } from "./delivery-row.tsx";
import styles from "./webhooks.module.css";

export const toLog = { isToLog: true };

/** Polling interval of the log while a delivery is due, and the maximum number of polls. */
const readEveryMs = 1500;
const maxReads = 20;

interface DeliveryLogProps {
  readonly endpoint: WebhookEndpoint;
  readonly name: string;
  readonly log: DeliveryListResponse;
  readonly onReload: () => void;
  readonly onChanged: (what: string) => Promise<void>;
}

/** What was sent to an endpoint, newest first. */
export function DeliveryLog({ endpoint, name, log, onReload, onChanged }: DeliveryLogProps) {
  const { id, off } = endpoint;
  const { deliveries, next } = log;
  const [query] = useSearchParams();
  const { state: navigation } = useNavigation();
  const now = useNow();
  const heading = useHeadingFocus();
  const [failure, setFailure] = useState<string>();
  const [openId, setOpenId] = useState<string>();
  const isFailedOnly = query.get("state") === "failed";
  const isFirst = !query.has("before");
  useReadWhileDue(deliveries, off !== null, onReload);

  const linkTo = (more: Readonly<Record<string, string>>) =>
    `?${new URLSearchParams({ endpoint: id, ...more })}`;
  const filter = isFailedOnly ? { state: "failed" } : undefined;

  async function replay(delivery: WebhookDelivery) {
    const outcome = await deskRequest(withId(webhookEndpoints.replay, delivery.id));
    setFailure(outcome.ok ? undefined : failureMessage(outcome.error));
    if (outcome.ok) await onChanged(`${delivery.event} is on its way to ${name}.`);
  }

  return (
    <section aria-labelledby="log" className={styles.log}>
      <h2 id="log" ref={heading} tabIndex={-1}>
        Deliveries to {name}
      </h2>
      <p>
        Kept for {webhookLogDays} days, with what was sent.
        {off && " Turn the address on to send something again."}
      </p>
      <div className={styles.tools}>
        <nav aria-label="Which deliveries" className={segments.segments}>
          <Link to={linkTo({})} aria-current={isFailedOnly ? undefined : "true"} preventScrollReset>
            All
          </Link>
          <Link
            to={linkTo({ state: "failed" })}
            aria-current={isFailedOnly ? "true" : undefined}
            preventScrollReset
          >
            Failed only
          </Link>
        </nav>
        {isFailedOnly && !off && deliveries.length > 0 && (
          <AskButton
            look="ghost"
            label="Send all of these again"
            heading="Send again what failed?"
            text={`All that was given up in the last ${webhookLogDays} days goes to ${name} again.`}
            send={() =>
              deskRequest(withId(webhookEndpoints.replayFailed, id), {
                since: new Date(Date.now() - days(webhookLogDays)).toISOString(),
              })
            }
            onDone={({ count }) =>
              void onChanged(
                `${count === 1 ? "1 delivery is" : `${count} deliveries are`} on the way.`,
              )
            }
          />
        )}
      </div>
      <p role="status" className="sr">
        {navigation === "loading" ? "Loading…" : ""}
      </p>
      <FormAlert message={failure} />
      {deliveries.length === 0 ? (
        <p className={styles.empty}>
          {isFailedOnly
            ? `Nothing failed in the last ${webhookLogDays} days.`
            : `Nothing was sent in the last ${webhookLogDays} days. Send a test to see one here.`}
        </p>
      ) : (
        <table className={`${tableStyles.table} ${styles.deliveries}`}>
          <caption className="sr">
            Deliveries of the last {webhookLogDays} days, newest first
          </caption>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Event</th>
              <th scope="col">Answer</th>
              <th scope="col">Tries</th>
              <th scope="col">
                <span className="sr">Send again</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {deliveries.map((delivery) => (
              <DeliveryRow
                key={delivery.id}
                delivery={delivery}
                now={now}
                isOpen={delivery.id === openId}
                onToggle={() => setOpenId(delivery.id === openId ? undefined : delivery.id)}
                onReplay={off ? undefined : () => replay(delivery)}
              />
            ))}
          </tbody>
        </table>
      )}
      {(next !== null || !isFirst) && (
        <nav aria-label="Pages of the log" className={styles.pages}>
          {!isFirst && (
            <Link to={linkTo({ ...filter })} state={toLog} className={buttonClass("ghost", true)}>
              Newest
            </Link>
          )}
          {next !== null && (
            <Link
              to={linkTo({ ...filter, before: next })}
              state={toLog}
              className={buttonClass("ghost", true)}
            >
              Older
            </Link>
          )}
        </nav>
      )}
    </section>
  );
}

/** The heading takes the focus when a link led to it. */
function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, state } = useLocation();
  // The key distinguishes one click on a link from the next.
  useEffect(() => {
    const isToLog = typeof state === "object" && state !== null && "isToLog" in state;
    if (key !== "" && isToLog) heading.current?.focus();
  }, [key, state]);
  return heading;
}

/** Polls the log while a delivery is due, which the server sends a moment later. */
function useReadWhileDue(
  deliveries: readonly WebhookDelivery[],
  isOff: boolean,
  onReload: () => void,
): void {
  const reads = useRef(0);
  const reload = useEffectEvent(onReload);
  useEffect(() => {
    const isDue = deliveries.some(
      ({ nextTryAt }) => nextTryAt !== null && Date.parse(nextTryAt) <= Date.now() + readEveryMs,
    );
    if (!isDue || isOff) {
      reads.current = 0;
      return;
    }
    if (reads.current >= maxReads) return;
    reads.current += 1;
    const timer = setTimeout(() => reload(), readEveryMs);
    return () => clearTimeout(timer);
  }, [deliveries, isOff]);
}
