import { useState } from "react";
import { withId } from "../../../../platform/contract/define-endpoint.ts";
import { deskRequest } from "../../../../platform/desk/data/desk-request.ts";
import { useDeskForm } from "../../../../platform/desk/data/use-desk-form.ts";
import { type OnWriting, useWriting } from "../../../../platform/desk/data/use-writing.ts";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import { describedBy, FieldFrame, TextField } from "../../../../platform/desk/ui/field.tsx";
import { FormAlert, SubmitButton } from "../../../../platform/desk/ui/form-controls.tsx";
import { callEndpoints, callOutcomeNames } from "../../contract/calls.ts";
import { type CallOutcome, callOutcomes } from "../../contract/entries.ts";
import type { CaseDetail } from "../../contract/inbox.ts";
import { useInbox } from "../inbox/inbox-context.ts";
import styles from "./case-call-form.module.css";

/** Another time is set where the calls are listed. */
const outcomes = callOutcomes.filter((one) => one !== "another-time");

interface CaseCallFormProps {
  readonly detail: CaseDetail;
  readonly onAdded: (detail: CaseDetail) => void;
  readonly onWriting: OnWriting;
}

/** Logs a call about an open message. */
export function CaseCallForm({ detail, onAdded, onWriting }: CaseCallFormProps) {
  const { offerUndo } = useInbox();
  const { reference, version } = detail;
  const [outcome, setOutcome] = useState<CallOutcome>("reached");
  const [text, setText] = useState("");
  useWriting(text, onWriting);
  const { form, fieldErrors, alert, isBusy } = useDeskForm({
    check: () =>
      outcome === "reached" && text.trim() === "" ? { text: "Write at least one sentence." } : {},
    send: (values) =>
      deskRequest(withId(callEndpoints.logCaseCall, reference), {
        version,
        outcome,
        text,
        time: null,
        day: values.day || null,
        closes: false,
      }),
    onDone: ({ undo, ...changed }) => {
      setText("");
      offerUndo("The call is logged.", undo);
      onAdded(changed);
    },
  });
  return (
    <form {...form} className={styles.form} aria-label="Log a call">
      <FormAlert message={alert} />
      <FieldFrame id="case-call" label="What was said" error={fieldErrors.text}>
        <textarea
          dir="auto"
          id="case-call"
          rows={3}
          value={text}
          aria-invalid={fieldErrors.text ? true : undefined}
          aria-describedby={describedBy("case-call", undefined, fieldErrors.text)}
          onChange={({ target }) => setText(target.value)}
        />
      </FieldFrame>
      <div className={styles.foot}>
        <FieldFrame id="case-call-outcome" label="How it went" isLabelHidden>
          <select
            id="case-call-outcome"
            value={outcome}
            onChange={({ target }) => setOutcome(target.value as CallOutcome)}
          >
            {outcomes.map((one) => (
              <option key={one} value={one}>
                {callOutcomeNames[one]}
              </option>
            ))}
          </select>
        </FieldFrame>
        {(outcome === "reached" || detail.callBack === null) && (
          <TextField
            id="case-call-day"
            name="day"
            type="date"
            label="Follow up by (optional)"
            error={fieldErrors.day}
          />
        )}
        <SubmitButton isBusy={isBusy}>
          <DeskIcon name="phone" />
          Log the call
        </SubmitButton>
      </div>
    </form>
  );
}
