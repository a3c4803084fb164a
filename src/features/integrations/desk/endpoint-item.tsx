import { useState } from "react";
import { Link } from "react-router";
import { withId } from "../../../platform/contract/define-endpoint.ts";
import { deskRequest, failureMessage } from "../../../platform/desk/data/desk-request.ts";
import { useNow } from "../../../platform/desk/format/use-now.ts";
import { Button, buttonClass } from "../../../platform/desk/ui/button.tsx";
import { Chip } from "../../../platform/desk/ui/chip.tsx";
import type { Outcome } from "../../../platform/site/runtime/api.ts";
import {
  type WebhookDelivery,
  type WebhookEndpoint,
  webhookEndpoints,
} from "../contract/webhooks.ts";
import { toLog } from "./delivery-log.tsx";
import { describeEndpoint, endpointState } from "./webhook-text.ts";
import styles from "./webhooks.module.css";

interface EndpointItemProps {
  readonly endpoint: WebhookEndpoint;
  readonly name: string;
  readonly isChosen: boolean;
  readonly isOnly: boolean;
  readonly onChange: () => void;
  readonly onChanged: (what: string) => void;
  readonly onFailed: (words: string) => void;
  readonly onTested: (delivery: WebhookDelivery) => void;
}

export function EndpointItem(props: EndpointItemProps) {
  const { endpoint, name, isChosen, isOnly, onChange, onChanged, onFailed, onTested } = props;
  const now = useNow();
  const [busy, setBusy] = useState<"test" | "on">();
  const { look, icon, label } = endpointState(endpoint);
  const of = <span className="sr"> {name}</span>;

  async function run<Response>(
    act: "test" | "on",
    send: () => Promise<Outcome<Response>>,
    onDone: (data: Response) => void,
  ) {
    if (busy) return;
    setBusy(act);
    const outcome = await send();
    setBusy(undefined);
    if (outcome.ok) onDone(outcome.data);
    else onFailed(failureMessage(outcome.error));
  }

  const test = () =>
    run("test", () => deskRequest(withId(webhookEndpoints.test, endpoint.id)), onTested);
  const switchOn = () =>
    run(
      "on",
      () => deskRequest(withId(webhookEndpoints.switchOn, endpoint.id)),
      () => onChanged(`${name} is on. What waited is on its way.`),
    );

  return (
    <li>
      <p>
        <b className="exact">{endpoint.url}</b>
        <br />
        {describeEndpoint(endpoint, now)}
      </p>
      <span className={styles.state}>
        <Chip look={look} icon={icon}>
          {label}
        </Chip>
      </span>
      <div className={styles.buttons}>
        {endpoint.off && (
          <Button
            isSmall
            aria-disabled={busy === "on" || undefined}
            onClick={() => void switchOn()}
          >
            Turn on{of}
          </Button>
        )}
        <Button
          look="ghost"
          isSmall
          aria-disabled={busy === "test" || undefined}
          onClick={() => void test()}
        >
          {busy === "test" ? "Sending…" : "Send a test"}
          <span className="sr"> to {name}</span>
        </Button>
        <Button look="ghost" isSmall onClick={onChange}>
          Change{of}
        </Button>
        {!isOnly && (
          <Link
            to={`?endpoint=${endpoint.id}`}
            state={toLog}
            className={buttonClass("ghost", true)}
            aria-current={isChosen ? "true" : undefined}
            preventScrollReset
          >
            Deliveries<span className="sr"> to {name}</span>
          </Link>
        )}
      </div>
    </li>
  );
}
