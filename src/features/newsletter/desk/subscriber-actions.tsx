import { useState } from "react";
import { withId } from "../../../platform/contract/define-endpoint.ts";
import { deskRequest } from "../../../platform/desk/data/desk-request.ts";
import { requireFields, useDeskForm } from "../../../platform/desk/data/use-desk-form.ts";
import { AskButton } from "../../../platform/desk/ui/ask-button.tsx";
import { Button } from "../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../platform/desk/ui/desk-icon.tsx";
import { TextField } from "../../../platform/desk/ui/field.tsx";
import { FormAlert, formClass, SubmitButton } from "../../../platform/desk/ui/form-controls.tsx";
import { Actions } from "../../../platform/desk/ui/panel.tsx";
import { newsletterEndpoints, type SubscriberDetail } from "../contract/newsletter-desk.ts";
import styles from "./subscriber-record.module.css";

interface SubscriberActionsProps {
  readonly subscriber: SubscriberDetail;
  readonly onChanged: (what: string) => void;
}

/** What staff may do with an address; only the person can restore it. */
export function SubscriberActions({ subscriber, onChanged }: SubscriberActionsProps) {
  const [suppresses, setSuppresses] = useState(false);
  const { id, email, state } = subscriber;
  if (state === "suppressed") {
    return (
      <p className={styles.note}>
        We never email this address. Only its owner can subscribe it again, with the form on the
        site and the link that we then email.
      </p>
    );
  }
  if (suppresses) {
    return (
      <SuppressForm
        subscriber={subscriber}
        onChanged={onChanged}
        onCancel={() => setSuppresses(false)}
      />
    );
  }
  return (
    <>
      <Actions>
        <Button look="ghost" isSmall onClick={() => setSuppresses(true)}>
          <DeskIcon name="rejected" />
          Suppress
        </Button>
        {state === "spam" && (
          <AskButton
            label="Not spam"
            look="ghost"
            heading="Not spam?"
            text={`${email} then counts like any other signup.`}
            send={() => deskRequest(withId(newsletterEndpoints.clearSpam, id))}
            onDone={() => onChanged(`${email} is not spam.`)}
          />
        )}
        {state !== "left" && (
          <AskButton
            label="Remove"
            heading="Unsubscribe this address?"
            text={`${email} gets no more newsletters. Its owner can sign up again; you can't subscribe it again.`}
            send={() => deskRequest(withId(newsletterEndpoints.remove, id))}
            onDone={() => onChanged(`${email} is unsubscribed.`)}
          />
        )}
      </Actions>
      <p className={styles.note}>
        {state === "left"
          ? "This address is unsubscribed. Only its owner can subscribe it again, with the form on the site. Suppressed: we never email this address, even if it is imported again."
          : "Suppressed: we never email this address, even if it is imported again. Removed: not subscribed, but can sign up again."}
      </p>
    </>
  );
}

function SuppressForm({
  subscriber: { id, email },
  onChanged,
  onCancel,
}: SubscriberActionsProps & { readonly onCancel: () => void }) {
  const { form, fieldErrors, alert, isBusy } = useDeskForm({
    check: (values) => requireFields(values, { reason: "Say why." }),
    send: ({ reason = "" }) => deskRequest(withId(newsletterEndpoints.suppress, id), { reason }),
    onDone: () => onChanged(`${email} is suppressed.`),
  });
  return (
    <form {...form} className={`${formClass} ${styles.suppress}`}>
      <FormAlert message={alert} />
      <TextField
        id="suppress-reason"
        name="reason"
        label="Why suppress it?"
        hint="For example: emails bounced, or the subscriber asked by phone."
        error={fieldErrors.reason}
        autoFocus
      />
      <Actions>
        <SubmitButton isBusy={isBusy} look="danger">
          Suppress for good
        </SubmitButton>
        <Button look="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </Actions>
    </form>
  );
}
