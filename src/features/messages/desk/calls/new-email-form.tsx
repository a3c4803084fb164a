import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { withId } from "../../../../platform/contract/define-endpoint.ts";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { deskRequest } from "../../../../platform/desk/data/desk-request.ts";
import { requireFields, useDeskForm } from "../../../../platform/desk/data/use-desk-form.ts";
import { useCurrentStaff } from "../../../../platform/desk/shell/session.ts";
import { AskButton } from "../../../../platform/desk/ui/ask-button.tsx";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import { describedBy, FieldFrame, TextField } from "../../../../platform/desk/ui/field.tsx";
import { FormAlert, formClass, SubmitButton } from "../../../../platform/desk/ui/form-controls.tsx";
import {
  callEndpoints,
  emptyNewDraft,
  newDraftEndpoints,
  type Recipient,
  type StoredNewDraft,
} from "../../contract/calls.ts";
import { statusNames } from "../../contract/inbox.ts";
import { fillPlaceholders, findPlaceholders, knownValues } from "../../contract/placeholders.ts";
import { statusesAfterReply } from "../../contract/replies.ts";
import { caseFileEndpoints, templateEndpoints } from "../../contract/reply-endpoints.ts";
import { AttachButton, AttachedFiles, useDrop } from "../files/attached-files.tsx";
import { useAttached } from "../files/use-attached.ts";
import { Blanks, blankId, findBlankError } from "../reply/blanks.tsx";
import { formatDraftState, useDraft } from "../reply/use-draft.ts";
import { useTemplates } from "../reply/use-templates.ts";
import styles from "./new-message.module.css";
import { guessTyped, readRecipient, TypedRecipient } from "./recipient.tsx";

interface NewEmailFormProps {
  /** Of the draft: the recipient's, or that of someone new. */
  readonly id: string;
  readonly recipient: Recipient | undefined;
  /** What was typed of someone new. */
  readonly typed: string;
}

/** Known once the message is sent. */
const laterReference = "added when it is sent";

/** An email to someone, which becomes a message of the inbox that waits for the answer. */
export function NewEmailForm(props: NewEmailFormProps) {
  const { id, recipient } = props;
  const [stored, setStored] = useState<StoredNewDraft | null>();
  useEffect(() => {
    let isLeft = false;
    void deskRequest(withId(newDraftEndpoints.read, id)).then((outcome) => {
      if (!isLeft) setStored(outcome.ok ? outcome.data.draft : null);
    });
    return () => {
      isLeft = true;
    };
  }, [id]);
  if (recipient && !recipient.hasEmail) {
    return <p>This person gave no email address. You can call them and log the call here.</p>;
  }
  if (stored === undefined) return <p role="status">Opening…</p>;
  return <EmailForm {...props} stored={stored} />;
}

const fileEndpoints = {
  ...caseFileEndpoints,
  add: newDraftEndpoints.addFile,
};

function EmailForm(props: NewEmailFormProps & { readonly stored: StoredNewDraft | null }) {
  const { id, recipient, typed, stored } = props;
  const navigate = useNavigate();
  const person = useCurrentStaff();
  const templates = useTemplates(templateEndpoints.list);
  const begun = { ...emptyNewDraft, ...(!recipient && guessTyped(typed)) };
  const draft = useDraft(
    {
      save: (written) => deskRequest(withId(newDraftEndpoints.save, id), written),
      id,
      stored,
      empty: begun,
    },
    person.id,
  );
  const attached = useAttached(fileEndpoints, id, stored?.files);
  const { content, change } = draft;
  const { text, templateId, blanks: values } = content;
  const name = recipient?.name ?? content.name;
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
      if (attached.adding.length > 0) {
        return { files: "Wait until the files are added, then send again." };
      }
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
    send: async (fields) => {
      await draft.stop();
      const outcome = await deskRequest(callEndpoints.writeMessage, {
        key,
        to: readRecipient(recipient, fields),
        subject: fields.subject ?? "",
        text,
        blanks: values,
        templateId,
        statusAfter: content.statusAfter,
        files: attached.files.map((file) => file.id),
        draft: id,
      });
      if (!outcome.ok) draft.resume();
      return outcome;
    },
    onDone: ({ reference }) => void navigate(`${deskPaths.inbox}/${reference}`),
  });

  /** Replaces the text of the template before it; what was typed stays. */
  function insert(next: string) {
    const { reference: _, ...filled } = known;
    const textOf = (of: string) =>
      fillPlaceholders(templates.find((one) => one.id === of)?.text ?? "", filled);
    const isTyped = text.trim() !== "" && text !== textOf(templateId);
    const joined = [isTyped ? text : "", textOf(next)].filter(Boolean).join("\n\n");
    change({ text: joined, templateId: next });
  }

  async function discard() {
    await draft.stop();
    return deskRequest(withId(newDraftEndpoints.remove, id));
  }

  const drop = useDrop(attached);
  const isBegun =
    draft.state.kind !== "saved" || draft.state.at !== null || attached.files.length > 0;
  return (
    <form
      {...form}
      {...drop}
      className={`${formClass} ${drop.className}`}
      aria-label="Write an email"
      onChange={(event) => {
        const target: EventTarget = event.target;
        if (!(target instanceof HTMLInputElement) || !(target.name in emptyNewDraft)) return;
        change({ [target.name]: target.value });
      }}
    >
      <h2 className="sr">Write an email</h2>
      <FormAlert message={alert ?? fieldErrors.files} />
      {!recipient && <TypedRecipient typed={typed} begun={content} errors={fieldErrors} />}
      <TextField
        id="email-subject"
        name="subject"
        label="Subject"
        defaultValue={content.subject}
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
          onChange={({ target }) => change({ text: target.value })}
        />
      </FieldFrame>
      <AttachedFiles attached={attached} endpoints={fileEndpoints} />
      <Blanks
        blanks={blanks}
        values={values}
        showsErrors={wasTried}
        onChange={(blanks) => change({ blanks })}
      />
      <div className={styles.send}>
        <AttachButton attached={attached} />
        <span role="status" className={styles.saved}>
          {formatDraftState(draft.state)}
        </span>
        <FieldFrame id="email-status" label="Then set the status to" isLabelHidden>
          <select
            id="email-status"
            value={content.statusAfter}
            onChange={({ target }) =>
              change({
                statusAfter: statusesAfterReply.find((one) => one === target.value) ?? "waiting",
              })
            }
          >
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
      </div>
      <p>It is sent after ten seconds. Answers arrive in the inbox.</p>
      {isBegun && (
        <AskButton
          label="Discard the draft"
          heading="Discard this draft?"
          text="What you wrote and the attached files are deleted."
          send={discard}
          onDone={() => void navigate(deskPaths.newMessage)}
        />
      )}
    </form>
  );
}
