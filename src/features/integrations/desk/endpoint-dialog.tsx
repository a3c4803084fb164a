import { useEffect, useRef } from "react";
import { withId } from "../../../platform/contract/define-endpoint.ts";
import { tooLong } from "../../../platform/contract/form-engine/rules.ts";
import { deskRequest } from "../../../platform/desk/data/desk-request.ts";
import {
  type FieldErrors,
  requireFields,
  useDeskForm,
} from "../../../platform/desk/data/use-desk-form.ts";
import { CheckBox } from "../../../platform/desk/settings/check-box.tsx";
import { CheckChoice, readChoice } from "../../../platform/desk/settings/check-choice.tsx";
import { AskButton } from "../../../platform/desk/ui/ask-button.tsx";
import { Button } from "../../../platform/desk/ui/button.tsx";
import dialogStyles from "../../../platform/desk/ui/dialog.module.css";
import { TextField } from "../../../platform/desk/ui/field.tsx";
import { FormAlert, formClass, SubmitButton } from "../../../platform/desk/ui/form-controls.tsx";
import { Actions } from "../../../platform/desk/ui/panel.tsx";
import {
  type WebhookEndpoint,
  type WebhookSecretResponse,
  webhookEndpoints,
  webhookLimits,
  webhookRotationHours,
  webhookTopicNames,
  webhookTopics,
} from "../contract/webhooks.ts";
import styles from "./webhooks.module.css";

interface EndpointDialogProps {
  /** The one to change; undefined to add one. */
  readonly endpoint: WebhookEndpoint | undefined;
  /** What sentences call it; the heading. */
  readonly name: string;
  readonly onClose: () => void;
  readonly onChanged: (what: string) => void;
  readonly onSecret: (made: WebhookSecretResponse, isSecond: boolean) => void;
}

const group = "topic";

/** Adds an endpoint, or changes, switches off or removes one. */
export function EndpointDialog(props: EndpointDialogProps) {
  const { endpoint, name, onClose, onChanged, onSecret } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);

  function done(what: string) {
    dialog.current?.close();
    onChanged(what);
  }

  const { form, fieldErrors, alert, isBusy } = useDeskForm<WebhookSecretResponse | object>({
    check: findErrors,
    send: (values) => {
      const settings = {
        url: (values.url ?? "").trim(),
        topics: readChoice(group, webhookTopicNames, values),
        includesContents: values.contents !== undefined,
        isTest: endpoint?.isTest ?? values.test !== undefined,
      };
      return endpoint
        ? deskRequest(withId(webhookEndpoints.change, endpoint.id), settings)
        : deskRequest(webhookEndpoints.add, settings);
    },
    onDone: (made) => {
      if ("secret" in made) onSecret(made, false);
      done(endpoint ? `The changes to ${name} are saved.` : "The address is added.");
    },
  });

  return (
    <dialog
      ref={dialog}
      className={dialogStyles.dialog}
      aria-labelledby="endpoint-heading"
      onClose={(event) => event.target === dialog.current && onClose()}
    >
      <h2 id="endpoint-heading">{name}</h2>
      <form {...form} className={formClass}>
        <FormAlert message={alert} />
        <TextField
          id="endpoint-url"
          name="url"
          type="url"
          label="Address"
          hint="Where the receiver listens. It begins with https://"
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="none"
          defaultValue={endpoint?.url}
          error={fieldErrors.url}
        />
        <CheckChoice
          id="endpoint"
          group={group}
          legend="Events to send"
          labels={webhookTopics}
          checked={endpoint?.topics ?? webhookTopicNames}
          error={fieldErrors.topics}
        />
        <div>
          <CheckBox
            name="contents"
            label="Include what people wrote"
            defaultChecked={endpoint?.includesContents ?? false}
            aria-describedby="endpoint-contents"
          />
          <p id="endpoint-contents" className={styles.hint}>
            Without it, the receiver gets references only. With it, names, emails and messages leave
            the desk.
          </p>
        </div>
        {!endpoint && (
          <div>
            <CheckBox name="test" label="Test webhook" aria-describedby="endpoint-test" />
            <p id="endpoint-test" className={styles.hint}>
              It receives what test tokens do in the sandbox, and no other events.
            </p>
          </div>
        )}
        <Actions>
          <SubmitButton isBusy={isBusy}>{endpoint ? "Save" : "Add"}</SubmitButton>
          <Button look="ghost" onClick={() => dialog.current?.close()}>
            Cancel
          </Button>
        </Actions>
      </form>
      {endpoint && (
        <EndpointActs endpoint={endpoint} name={name} onDone={done} onSecret={onSecret} />
      )}
    </dialog>
  );
}

interface EndpointActsProps {
  readonly endpoint: WebhookEndpoint;
  readonly name: string;
  readonly onDone: (what: string) => void;
  readonly onSecret: EndpointDialogProps["onSecret"];
}

function EndpointActs({ endpoint, name, onDone, onSecret }: EndpointActsProps) {
  const { id } = endpoint;
  return (
    <div className={styles.acts}>
      <Actions>
        <AskButton
          look="ghost"
          label="Make a new secret"
          heading={`Make a new secret for ${name}?`}
          text={`The present one works for ${webhookRotationHours} more hours. An older one stops now.`}
          send={() => deskRequest(withId(webhookEndpoints.rotate, id))}
          onDone={(made) => {
            onSecret(made, true);
            onDone(`${name} has a new secret.`);
          }}
        />
        {!endpoint.off && (
          <AskButton
            look="ghost"
            label="Turn off"
            heading={`Turn off ${name}?`}
            text="Nothing is sent while it is off, and events from that time are not sent later."
            send={() => deskRequest(withId(webhookEndpoints.switchOff, id))}
            onDone={() => onDone(`${name} is off.`)}
          />
        )}
        <AskButton
          label="Remove"
          heading={`Remove ${name}?`}
          text="Its secret and its deliveries are deleted. This cannot be undone."
          send={() => deskRequest(withId(webhookEndpoints.remove, id))}
          onDone={() => onDone(`${name} is removed.`)}
        />
      </Actions>
    </div>
  );
}

function findErrors(values: Readonly<Record<string, string>>): FieldErrors {
  const { url = "" } = values;
  return {
    ...requireFields(values, { url: "Enter the address." }),
    ...(url.trim().length > webhookLimits.url && {
      url: tooLong("The address", webhookLimits.url),
    }),
    ...(readChoice(group, webhookTopicNames, values).length === 0 && {
      topics: "Choose at least one kind of event.",
    }),
  };
}
