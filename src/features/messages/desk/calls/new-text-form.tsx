import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { deskRequest } from "../../../../platform/desk/data/desk-request.ts";
import { requireFields, useDeskForm } from "../../../../platform/desk/data/use-desk-form.ts";
import { firstName } from "../../../../platform/desk/format/names.ts";
import { buttonClass } from "../../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import { describedBy, FieldError, FieldFrame } from "../../../../platform/desk/ui/field.tsx";
import { FormAlert, formClass, SubmitButton } from "../../../../platform/desk/ui/form-controls.tsx";
import { consentQuestion, textObstacles } from "../../../texts/contract/consent.ts";
import { TextNote } from "../../../texts/desk/text-note.tsx";
import { TextsOff } from "../../../texts/desk/texts-off.tsx";
import { callEndpoints, type Recipient } from "../../contract/calls.ts";
import styles from "./new-message.module.css";
import { readRecipient, TypedRecipient } from "./recipient.tsx";

interface NewTextFormProps {
  readonly recipient: Recipient | undefined;
  /** What was typed of someone new. */
  readonly typed: string;
  readonly linkTo: (way: "email" | "call") => string;
}

/** A text to someone, which becomes a message of the inbox; who never agreed is asked first. */
export function NewTextForm({ recipient, typed, linkTo }: NewTextFormProps) {
  const navigate = useNavigate();
  const [text, setText] = useState("");
  // The same form sent twice is one message.
  const [key] = useState(() => crypto.randomUUID());
  const to = recipient?.text ?? undefined;
  const isAllowed = to?.consent === "allowed";
  const { form, fieldErrors, alert, isBusy } = useDeskForm({
    check: (fields) =>
      requireFields(fields, {
        text: "Write a message first.",
        ...(!recipient && { phone: "Phone is required." }),
        ...(recipient && !isAllowed && { agreed: "Ask first, and check the box after a yes." }),
      }),
    send: (fields) =>
      deskRequest(callEndpoints.writeText, {
        key,
        to: readRecipient(recipient, fields),
        text,
        agreed: fields.agreed === "on",
      }),
    onDone: ({ reference }) => void navigate(`${deskPaths.inbox}/${reference}`),
  });
  if (recipient && !to) {
    return (
      <p>{recipient.phone === "" ? "This person gave no phone number." : textObstacles.off}</p>
    );
  }
  if (to && (to.consent === "stopped" || to.consent === "impossible")) {
    return (
      <TextsOff text={to} name={recipient?.name ?? ""}>
        <Link to={linkTo("email")} className={buttonClass("ghost", true)}>
          Write an email
        </Link>
        <Link to={linkTo("call")} className={buttonClass("ghost", true)}>
          Log a call
        </Link>
      </TextsOff>
    );
  }
  return (
    <form {...form} className={formClass} aria-label="Write a text">
      <h2 className="sr">Write a text</h2>
      <FormAlert message={alert ?? (recipient && fieldErrors.phone)} />
      {!recipient && <TypedRecipient typed={typed} errors={fieldErrors} />}
      {!isAllowed && (
        <fieldset className={styles.consent}>
          <legend>
            {recipient
              ? `${firstName(recipient.name)} never agreed to texts from us`
              : "If this number never agreed to texts"}
          </legend>
          <p>Read this aloud on the phone, word for word. It is stored with the time.</p>
          <blockquote>{consentQuestion}</blockquote>
          <label>
            <input
              type="checkbox"
              name="agreed"
              aria-invalid={fieldErrors.agreed ? true : undefined}
              aria-describedby={fieldErrors.agreed ? "text-agreed-error" : undefined}
            />
            <span>The answer was yes</span>
          </label>
          {fieldErrors.agreed && (
            <FieldError id="text-agreed-error">{fieldErrors.agreed}</FieldError>
          )}
        </fieldset>
      )}
      <FieldFrame id="text-words" label="Message" error={fieldErrors.text}>
        <textarea
          dir="auto"
          id="text-words"
          name="text"
          rows={4}
          value={text}
          aria-invalid={fieldErrors.text ? true : undefined}
          aria-describedby={describedBy("text-words", undefined, fieldErrors.text)}
          onChange={({ target }) => setText(target.value)}
        />
      </FieldFrame>
      <TextNote to={to} text={text} />
      <div className={styles.send}>
        <SubmitButton isBusy={isBusy}>
          <DeskIcon name="send" />
          Send text
        </SubmitButton>
        <p>It is sent after ten seconds. Answers arrive in the inbox.</p>
      </div>
    </form>
  );
}
