import { useState } from "react";
import { useNavigate } from "react-router";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { deskRequest } from "../../../../platform/desk/data/desk-request.ts";
import { requireFields, useDeskForm } from "../../../../platform/desk/data/use-desk-form.ts";
import { useCurrentStaff } from "../../../../platform/desk/shell/session.ts";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import { describedBy, FieldFrame, TextField } from "../../../../platform/desk/ui/field.tsx";
import { FormAlert, formClass, SubmitButton } from "../../../../platform/desk/ui/form-controls.tsx";
import { callEndpoints, type Recipient } from "../../contract/calls.ts";
import { statusNames } from "../../contract/inbox.ts";
import {
  fillPlaceholders,
  findPlaceholders,
  knownValues,
  type PlaceholderValues,
} from "../../contract/placeholders.ts";
import { statusesAfterReply } from "../../contract/replies.ts";
import { templateEndpoints } from "../../contract/reply-endpoints.ts";
import { Blanks, blankId, findBlankError } from "../reply/blanks.tsx";
import { useTemplates } from "../reply/use-templates.ts";
import styles from "./new-message.module.css";
import { readRecipient, TypedRecipient } from "./recipient.tsx";

interface NewEmailFormProps {
  readonly recipient: Recipient | undefined;
  /** What was typed of someone new. */
  readonly typed: string;
}

/** Known once the message is sent. */
const laterReference = "added when it is sent";

/** An email to someone, which becomes a message of the inbox that waits for the answer. */
export function NewEmailForm({ recipient, typed }: NewEmailFormProps) {
  const navigate = useNavigate();
  const person = useCurrentStaff();
  const templates = useTemplates(templateEndpoints.list);
  const [text, setText] = useState("");
  const [templateId, setTemplateId] = useState("");
  const [values, setValues] = useState<PlaceholderValues>({});
  const [name, setName] = useState(recipient?.name ?? "");
  const [wasTried, setTried] = useState(false);
  // The same form sent twice is one message.
  const [key] = useState(() => crypto.randomUUID());
  const known = knownValues({ name, reference: laterReference }, person.name);
  const blanks = findPlaceholders(text).map((one) => ({
    name: one,
    known: (known as Readonly<Record<string, string>>)[one] || undefined,
  }));
  const { form, fieldErrors, alert, isBusy } = useDeskForm({
    check: (fields) => {
      setTried(true);
      const wrong = requireFields(fields, {
        subject: "Write a subject.",
        text: "Write a message first.",
        ...(!recipient && { email: "Email is required." }),
      });
      const missing = blanks.find((blank) => findBlankError(blank, values) !== undefined);
      if (!missing || Object.keys(wrong).length > 0) return wrong;
      document.getElementById(blankId(missing.name))?.focus();
      return { [`blanks.${missing.name}`]: findBlankError(missing, values) ?? "" };
    },
    send: (fields) =>
      deskRequest(callEndpoints.writeMessage, {
        key,
        to: readRecipient(recipient, fields),
        subject: fields.subject ?? "",
        text,
        blanks: values,
        templateId,
        statusAfter: statusesAfterReply.find((one) => one === fields.statusAfter) ?? "waiting",
      }),
    onDone: ({ reference }) => void navigate(`${deskPaths.inbox}/${reference}`),
  });

  /** Replaces the text of the template before it; what was typed stays. */
  function insert(id: string) {
    const { reference: _, ...filled } = known;
    const textOf = (of: string) =>
      fillPlaceholders(templates.find((one) => one.id === of)?.text ?? "", filled);
    const isTyped = text.trim() !== "" && text !== textOf(templateId);
    setText([isTyped ? text : "", textOf(id)].filter(Boolean).join("\n\n"));
    setTemplateId(id);
  }

  if (recipient && !recipient.hasEmail) {
    return <p>This person gave no email address. You can call them and log the call here.</p>;
  }
  return (
    <form
      {...form}
      className={formClass}
      aria-label="Write an email"
      onChange={(event) => {
        const { target } = event;
        if (target instanceof HTMLInputElement && target.name === "name") setName(target.value);
      }}
    >
      <h2 className="sr">Write an email</h2>
      <FormAlert message={alert} />
      {!recipient && <TypedRecipient typed={typed} errors={fieldErrors} />}
      <TextField
        id="email-subject"
        name="subject"
        label="Subject"
        error={fieldErrors.subject}
        autoComplete="off"
      />
      {templates.length > 0 && (
        <FieldFrame id="email-template" label="Template">
          <select
            id="email-template"
            value={templateId}
            onChange={({ target }) => insert(target.value)}
          >
            <option value="">None</option>
            {templates.map((one) => (
              <option key={one.id} value={one.id} dir="auto">
                {one.name}
              </option>
            ))}
          </select>
        </FieldFrame>
      )}
      <FieldFrame id="email-text" label="Message" error={fieldErrors.text}>
        <textarea
          dir="auto"
          id="email-text"
          name="text"
          rows={9}
          value={text}
          aria-invalid={fieldErrors.text ? true : undefined}
          aria-describedby={describedBy("email-text", undefined, fieldErrors.text)}
          onChange={({ target }) => setText(target.value)}
        />
      </FieldFrame>
      <Blanks blanks={blanks} values={values} showsErrors={wasTried} onChange={setValues} />
      <div className={styles.send}>
        <FieldFrame id="email-status" label="Then set the status to" isLabelHidden>
          <select id="email-status" name="statusAfter">
            {statusesAfterReply.map((status) => (
              <option key={status} value={status}>
                Then: {statusNames[status]}
              </option>
            ))}
          </select>
        </FieldFrame>
        <SubmitButton isBusy={isBusy}>
          <DeskIcon name="send" />
          Send email
        </SubmitButton>
        <p>It is sent after ten seconds. Answers arrive in the inbox.</p>
      </div>
    </form>
  );
}
