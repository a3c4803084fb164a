import { useState } from "react";
import { useNavigate } from "react-router";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { deskRequest } from "../../../../platform/desk/data/desk-request.ts";
import { requireFields, useDeskForm } from "../../../../platform/desk/data/use-desk-form.ts";
import { useCurrentStaff } from "../../../../platform/desk/shell/session.ts";
import { useColleagues } from "../../../../platform/desk/shell/use-colleagues.ts";
import { describedBy, FieldFrame, TextField } from "../../../../platform/desk/ui/field.tsx";
import { FormAlert, formClass, SubmitButton } from "../../../../platform/desk/ui/form-controls.tsx";
import { callEndpoints, type NewCall, type Recipient } from "../../contract/calls.ts";
import { assignable } from "../inbox/assignable.ts";
import { CallTimeFields, checkCallTime, readCallTime } from "./call-time-fields.tsx";
import styles from "./new-message.module.css";
import { readRecipient, TypedRecipient } from "./recipient.tsx";

interface LogCallFormProps {
  readonly recipient: Recipient | undefined;
  /** What was typed of someone new. */
  readonly typed: string;
}

type Next = NewCall["next"];

const choices: readonly (readonly [Next, string])[] = [
  ["nothing", "Answered on the call"],
  ["follow-up", "Something is left to do"],
  ["call-back", "Call back"],
];

/** Logs a call, which becomes a message of the inbox. */
export function LogCallForm({ recipient, typed }: LogCallFormProps) {
  const navigate = useNavigate();
  const { colleagues, nameOf } = useColleagues();
  const { id: ownId } = useCurrentStaff();
  const [next, setNext] = useState<Next>("nothing");
  // The same form sent twice is one call.
  const [key] = useState(() => crypto.randomUUID());
  const { form, fieldErrors, alert, isBusy } = useDeskForm({
    check: (values) => ({
      ...requireFields(values, { text: "Write at least one sentence." }),
      ...(next === "call-back" && checkCallTime(values)),
    }),
    send: (values) =>
      deskRequest(callEndpoints.logCall, {
        key,
        to: readRecipient(recipient, values),
        text: values.text ?? "",
        next,
        assigneeId: next === "nothing" ? null : values.assigneeId || null,
        day: (next === "follow-up" && values.day) || null,
        time: next === "call-back" ? readCallTime(values) : null,
      }),
    onDone: ({ reference }) => void navigate(`${deskPaths.inbox}/${reference}`),
  });
  return (
    <form {...form} className={formClass} aria-label="Log a call">
      <FormAlert message={alert} />
      {!recipient && <TypedRecipient typed={typed} errors={fieldErrors} />}
      <FieldFrame
        id="call-text"
        label="What was said"
        hint="Part of the copy that customers get of their data."
        error={fieldErrors.text}
      >
        <textarea
          dir="auto"
          id="call-text"
          name="text"
          rows={5}
          aria-invalid={fieldErrors.text ? true : undefined}
          aria-describedby={describedBy("call-text", "hint", fieldErrors.text)}
        />
      </FieldFrame>
      <fieldset className={styles.next}>
        <legend>And then?</legend>
        {choices.map(([value, label]) => (
          <label key={value}>
            <input
              type="radio"
              name="next"
              value={value}
              checked={next === value}
              onChange={() => setNext(value)}
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      {next !== "nothing" && (
        <div className={styles.follow}>
          <FieldFrame id="call-owner" label="For">
            <select id="call-owner" name="assigneeId" defaultValue={ownId}>
              <option value="">Unassigned</option>
              {assignable(colleagues).map(({ id }) => (
                <option key={id} value={id} dir="auto">
                  {nameOf(id)}
                  {id === ownId && " (me)"}
                </option>
              ))}
            </select>
          </FieldFrame>
          {next === "follow-up" && (
            <TextField
              id="call-day"
              name="day"
              type="date"
              label="Due"
              hint="Empty means by the usual answer time"
              error={fieldErrors.day}
            />
          )}
        </div>
      )}
      {next === "call-back" && <CallTimeFields errors={fieldErrors} />}
      <div className={styles.send}>
        <SubmitButton isBusy={isBusy}>Save call</SubmitButton>
      </div>
    </form>
  );
}
