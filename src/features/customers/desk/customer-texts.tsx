import { deskRequest } from "../../../platform/desk/data/desk-request.ts";
import { firstName } from "../../../platform/desk/format/names.ts";
import { useCurrentStaff } from "../../../platform/desk/shell/session.ts";
import { AskButton } from "../../../platform/desk/ui/ask-button.tsx";
import { Actions } from "../../../platform/desk/ui/panel.tsx";
import { callEndpoints } from "../../messages/contract/calls.ts";
import { consentQuestion } from "../../texts/contract/consent.ts";
import { describeConsent } from "../../texts/desk/describe-consent.ts";
import type { CustomerDetail } from "../contract/customers.ts";
import styles from "./customer.module.css";

interface CustomerTextsProps {
  readonly customer: CustomerDetail;
  readonly onChanged: (sentence: string) => Promise<void>;
}

/** What the number of a customer agreed to, and what they said about it on the phone. */
export function CustomerTexts({ customer, onChanged }: CustomerTextsProps) {
  const { id, name, text } = customer;
  const { permissions } = useCurrentStaff();
  const { consent, source } = text;
  const who = firstName(name);
  const isStopped = consent === "stopped";
  // After STOP by text only START turns them on again.
  const canAsk = consent !== "allowed" && !(isStopped && source === "text");
  const send = (agreed: boolean) => () =>
    deskRequest(callEndpoints.recordConsent, { to: { kind: "customer", id }, agreed });
  if (consent === "impossible") return null;
  return (
    <section className={styles.section} aria-labelledby="customer-texts">
      <h2 id="customer-texts">Texts</h2>
      <p className={isStopped ? styles.bad : undefined}>
        {describeConsent(text)}
        {isStopped && source === "text" && ` Only ${who} can turn them on, with START.`}
      </p>
      {permissions.includes("inbox-work") && (
        <Actions>
          {canAsk && (
            <AskButton
              label="Ask about texts"
              look="ghost"
              heading={`Read this to ${who} on the phone, word for word`}
              text={consentQuestion}
              confirmLabel="The answer was yes"
              send={send(true)}
              onDone={() => void onChanged("Saved. Texts are allowed.")}
            />
          )}
          {!isStopped && consent !== "none" && (
            <AskButton
              label="End texts"
              look="ghost"
              heading={`End texts to ${who}?`}
              text={`For when ${who} asks for it. Texts that wait are canceled.`}
              send={send(false)}
              onDone={() => void onChanged("Saved. Texts are off.")}
            />
          )}
        </Actions>
      )}
    </section>
  );
}
