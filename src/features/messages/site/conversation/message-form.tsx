import {
  type FormState,
  submissionExtras,
} from "../../../../platform/contract/form-engine/submission.ts";
import { isolate } from "../../../../platform/contract/isolate.ts";
import { ErrorSummary } from "../../../../platform/site/forms/error-summary.tsx";
import { controlId, Field } from "../../../../platform/site/forms/fields/field.tsx";
import { Button } from "../../../../platform/site/ui/button.tsx";
import { type ConversationState, conversationNames } from "../../contract/conversations.ts";
import { messageForm } from "../../contract/forms/message.ts";
import styles from "./message-form.module.css";
import { nameFullDay } from "./name-day.ts";

const idPrefix = "add";

/** Errors come back in a new document: the browser scrolls to them, not to the top. */
const sectionId = "add-a-message";

export const messageFieldId = controlId(idPrefix, "message");

interface MessageFormProps {
  readonly conversation: ConversationState;
  readonly state: FormState;
}

/** Adds a message. The browser posts it; errors come back with what was typed. */
export function MessageForm({ conversation, state }: MessageFormProps) {
  const { path, key, colleague, email, openUntil } = conversation;
  const { errors, failure, values } = state;
  const reader = colleague === "" ? "We read" : `${isolate(colleague)} reads`;
  const hint = `${reader} it. Please leave out passwords and card numbers.`;
  return (
    <section id={sectionId} className={styles.add} aria-labelledby="add-heading">
      <h2 id="add-heading">Add a message</h2>
      {errors && <ErrorSummary form={messageForm} errors={errors} idPrefix={idPrefix} />}
      {failure && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      <form method="post" action={`${path}#${sectionId}`} noValidate>
        <input type="hidden" name={conversationNames.act} value="message" />
        <input type="hidden" name={submissionExtras.key} value={key} />
        {messageForm.fields.map((field) => (
          <Field
            key={field.name}
            field={{ ...field, hint }}
            idPrefix={idPrefix}
            defaultValue={values?.[field.name] ?? ""}
            error={errors?.[field.name]}
          />
        ))}
        <div className="sr" aria-hidden="true">
          <input type="text" name={submissionExtras.honeypot} tabIndex={-1} autoComplete="off" />
        </div>
        <div className={styles.send}>
          <Button type="submit">{messageForm.submitLabel}</Button>
        </div>
      </form>
      <p className={styles.copy}>
        A copy goes to <span className={styles.email}>{email}</span>. This page stays open for you
        until {nameFullDay(openUntil)}.
      </p>
    </section>
  );
}
