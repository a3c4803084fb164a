import { deskRequest } from "../../../../platform/desk/data/desk-request.ts";
import { AskButton } from "../../../../platform/desk/ui/ask-button.tsx";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import type { Outcome } from "../../../../platform/site/runtime/api.ts";
import { marketName } from "../../contract/markets.ts";
import {
  type NotifyRequest,
  type NotifyResponse,
  waitlistEndpoints,
} from "../../contract/waitlist.ts";
import styles from "./waitlist.module.css";

interface NotifyButtonProps {
  readonly market: string;
  readonly request: NotifyRequest;
  readonly people: number;
  readonly others: number;
  readonly isOpen: boolean;
  readonly onNotified: (sentence: string) => void;
}

/** Emails people that they can apply now, after a confirmation; says why if it cannot. */
export function NotifyButton(props: NotifyButtonProps) {
  const { market, request, people, others, isOpen, onNotified } = props;
  const name = marketName(market);
  if (!isOpen || people === 0) {
    return (
      <span className={styles.closed}>
        <Button look="ghost" isSmall aria-disabled aria-describedby={`closed-${market}`}>
          Tell them we are open<span className="sr"> in {name}</span>
        </Button>
        <span id={`closed-${market}`}>
          {isOpen ? "They left no email: call them." : "Not open there yet."}
        </span>
      </span>
    );
  }
  const call = others === 0 ? "" : ` ${countPeople(others)} left no email: call them.`;
  return (
    <AskButton
      label="Tell them we are open"
      of={`in ${name}`}
      look="ghost"
      heading={`Email ${countPeople(people)} in ${name}?`}
      text={`Each gets one email with a link to apply. This cannot be undone.${call}`}
      send={() => notifyAll(request)}
      onDone={({ told }) => onNotified(`${countPeople(told)} in ${name} will get an email.`)}
    />
  );
}

async function notifyAll(request: NotifyRequest): Promise<Outcome<NotifyResponse>> {
  let told = 0;
  for (;;) {
    const outcome = await deskRequest(waitlistEndpoints.notify, request);
    if (!outcome.ok) return outcome;
    told += outcome.data.told;
    if (outcome.data.left === 0 || outcome.data.told === 0) {
      return { ...outcome, data: { ...outcome.data, told } };
    }
  }
}

function countPeople(count: number): string {
  return count === 1 ? "1 person" : `${count.toLocaleString("en-US")} people`;
}
