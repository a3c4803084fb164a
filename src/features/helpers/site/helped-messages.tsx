import { ErrorSummary } from "../../../platform/site/forms/error-summary.tsx";
import { Field } from "../../../platform/site/forms/fields/field.tsx";
import { Button, buttonClass } from "../../../platform/site/ui/button.tsx";
import type { ConversationState } from "../../messages/contract/conversations.ts";
import { messageForm } from "../../messages/contract/forms/message.ts";
import { Thread } from "../../messages/site/conversation/thread.tsx";
import type { Helped } from "../contract/helpers.ts";
import { helpingPath, helpQuery } from "../contract/helpers.ts";
import { helpingExtras } from "../contract/invite-form.ts";
import type { ShownMessage } from "../contract/states.ts";
import styles from "./helpers.module.css";

interface FormValues {
  readonly values: Readonly<Record<string, string>> | undefined;
  readonly errors: Readonly<Record<string, string>> | undefined;
}

interface MessagesProps extends FormValues {
  readonly of: Helped;
  readonly messages: readonly ShownMessage[];
  readonly formKey: string;
}

/** The person's conversations, and the form for a new one. */
export function HelpedMessages({ of, messages, formKey, ...form }: MessagesProps) {
  return (
    <>
      {messages.length === 0 ? (
        <p className="lead">There are no messages yet.</p>
      ) : (
        <ul className={styles.rows}>
          {messages.map(({ reference, title, status, when, words }) => (
            <li key={reference}>
              <span>
                <a href={helpingPath(of.id, { [helpQuery.message]: reference })}>
                  <b>
                    {title} <span className="exact">{reference}</span>
                  </b>
                </a>
                <bdi>{words}</bdi>
              </span>
              <span>
                {when}
                <br />
                {status}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Write
        {...form}
        of={of}
        formKey={formKey}
        heading={`Write to us for ${of.firstName}`}
        action={helpingPath(of.id, { [helpQuery.messages]: "" })}
        act="write"
      />
    </>
  );
}

interface ConversationProps extends FormValues {
  readonly of: Helped;
  readonly conversation: ConversationState;
}

export function HelpedConversation({ of, conversation, ...form }: ConversationProps) {
  return (
    <>
      <p className="lead">
        {conversation.title} <b className="exact">{conversation.reference}</b>
      </p>
      <Thread conversation={conversation} person={of.firstName} />
      <Write
        {...form}
        of={of}
        formKey={conversation.key}
        heading="Add a message"
        action={conversation.path}
        act="answer"
      />
      <p>
        <a href={helpingPath(of.id, { [helpQuery.messages]: "" })} className={buttonClass("ghost")}>
          All messages
        </a>
      </p>
    </>
  );
}

interface WriteProps extends FormValues {
  readonly of: Helped;
  readonly formKey: string;
  readonly heading: string;
  readonly action: string;
  readonly act: "write" | "answer";
}

function Write({ of, formKey, heading, action, act, values, errors }: WriteProps) {
  const hint = `We see that you write for ${of.firstName}, who gets a copy by email. Please leave out passwords and card numbers.`;
  return (
    <section className={`${styles.box} ${styles.paper}`} aria-labelledby="write">
      <h2 id="write">{heading}</h2>
      {errors?.message && <ErrorSummary form={messageForm} errors={errors} idPrefix="write" />}
      <form method="post" action={action} noValidate>
        <input type="hidden" name={helpingExtras.key} value={formKey} />
        {messageForm.fields.map((field) => (
          <Field
            key={field.name}
            field={{ ...field, hint }}
            idPrefix="write"
            defaultValue={values?.[field.name] ?? ""}
            error={errors?.[field.name]}
          />
        ))}
        <p>
          <Button type="submit" name={helpingExtras.act} value={act}>
            {messageForm.submitLabel}
          </Button>
        </p>
      </form>
    </section>
  );
}
