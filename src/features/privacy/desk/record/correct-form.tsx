import { type FormEvent, useRef, useState } from "react";
import { tooLong } from "../../../../platform/contract/form-engine/rules.ts";
import { FieldFrame, TextField } from "../../../../platform/desk/ui/field.tsx";
import { FormAlert, formClass, SubmitButton } from "../../../../platform/desk/ui/form-controls.tsx";
import { Actions } from "../../../../platform/desk/ui/panel.tsx";
import { privacyLimits } from "../../contract/cases.ts";
import { correctable } from "../../contract/corrections.ts";
import type { PrivacyDetail } from "../../contract/endpoints.ts";
import { usePrivacy } from "../privacy-context.ts";
import { nameShort } from "../request-text.ts";
import styles from "./box.module.css";
import type { OpenedPrivacyRequest } from "./use-request.ts";

interface CorrectFormProps {
  readonly detail: PrivacyDetail;
  readonly opened: OpenedPrivacyRequest;
}

/** Says what became of each field, which closes the request and writes to the person. */
export function CorrectForm({ detail, opened }: CorrectFormProps) {
  const { announce } = usePrivacy();
  const form = useRef<HTMLFormElement>(null);
  const [error, setError] = useState<string>();
  const { corrections } = detail;

  async function send(event: FormEvent) {
    event.preventDefault();
    if (opened.isSaving || !form.current) return;
    const data = new FormData(form.current);
    const outcomes = corrections.map(({ field }) => ({
      field,
      outcome: data.get(field) === "changed" ? ("changed" as const) : ("kept" as const),
      note: String(data.get(`${field}-note`) ?? "").trim(),
    }));
    const unexplained = outcomes.find(({ outcome, note }) => outcome === "kept" && note === "");
    const isTooLong = outcomes.some(({ note }) => note.length > privacyLimits.reason);
    setError(
      unexplained
        ? "Write why a field was not changed."
        : isTooLong
          ? tooLong("A reason", privacyLimits.reason)
          : undefined,
    );
    if (unexplained || isTooLong) return;
    if (await opened.change({ act: "correct", outcomes })) announce("The letter is sent.");
  }
  return (
    <section className={styles.box} aria-labelledby="correct-heading">
      <h3 id="correct-heading">What became of each field?</h3>
      <p>
        Change it at the customer’s page first. {nameShort(detail)} gets a letter with each line.
      </p>
      <form ref={form} onSubmit={(event) => void send(event)} noValidate className={formClass}>
        <FormAlert message={error} />
        {corrections.map(({ field }) => {
          const label = correctable.find(({ name }) => name === field)?.label ?? field;
          return (
            <div key={field}>
              <FieldFrame id={`correct-${field}`} label={label}>
                <select id={`correct-${field}`} name={field} defaultValue="changed">
                  <option value="changed">Changed</option>
                  <option value="kept">Not changed</option>
                </select>
              </FieldFrame>
              <TextField
                id={`correct-${field}-note`}
                name={`${field}-note`}
                label={`${label}: why it was not changed`}
                hint="Only if it was not changed."
                autoComplete="off"
              />
            </div>
          );
        })}
        <Actions>
          <SubmitButton isBusy={opened.isSaving}>Close and send the letter</SubmitButton>
        </Actions>
      </form>
    </section>
  );
}
