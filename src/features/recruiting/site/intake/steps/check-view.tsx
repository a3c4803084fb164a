import type { SubmitEvent } from "react";
import {
  type Answer,
  type StepField,
  shownFields,
} from "../../../../../platform/contract/form-engine/define-form.ts";
import { checkStep, fieldsOf } from "../../../../../platform/contract/form-engine/define-steps.ts";
import { controlId } from "../../../../../platform/site/forms/fields/field.tsx";
import { AppLink } from "../../../../../platform/site/page/app-link.tsx";
import { EmailAddress } from "../../../../../platform/site/page/email-address.tsx";
import { intakeNames, stepQuery } from "../../../contract/recruiting-endpoints.ts";
import type { CheckViewProps } from "../intake.ts";
import styles from "./check-view.module.css";
import { discardAction, StepButtons } from "./step-buttons.tsx";

/** Availability with a line for each day: "Monday: morning, evening". */
function formatWeek(chosen: readonly string[], days: readonly string[]): string {
  return days
    .map((day) => ({
      day,
      parts: chosen
        .filter((one) => one.startsWith(`${day} `))
        .map((one) => one.slice(day.length + 1)),
    }))
    .filter(({ parts }) => parts.length > 0)
    .map(({ day, parts }) => `${day}: ${parts.join(", ")}`)
    .join("\n");
}

function formatAnswer({ kind, grid }: StepField, answer: Answer): string {
  const list = [answer].flat();
  if (grid) return formatWeek(list, grid.rows);
  if (kind === "checkbox") return "Yes";
  return list.join(", ");
}

export function CheckView({ intake, path }: CheckViewProps) {
  const { form, draft } = intake;
  const asked = shownFields(form.fields, draft.answers).filter(
    ({ onlyFromAds }) => !onlyFromAds || draft.adNotes,
  );
  const shown = new Set(asked.map(({ name }) => name));

  function linesOf(fields: readonly StepField[]) {
    return fields.flatMap((field) => {
      const { name, kind, label } = field;
      // Large, because a typo in the email address makes us unreachable.
      const isLarge = kind === "email";
      // Always listed, so that nobody assumes a file is attached.
      if (kind === "file")
        return [{ name, label, isLarge, text: draft.resume?.name ?? "No file chosen" }];
      const answer = draft.answers[name] ?? "";
      if (!shown.has(name) || answer.length === 0) return [];
      return [{ name, label, isLarge, text: formatAnswer(field, answer) }];
    });
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    const action = event.submitter?.getAttribute("value");
    if (action === discardAction) return intake.discardUnsaved();
    event.preventDefault();
    if (action === "back") void intake.back();
    else if (action === "mail-link") void intake.emailLink();
    else void intake.send();
  }

  return (
    <div className={styles.view}>
      {form.steps.map((step) => (
        <div key={step.id}>
          <h2>{step.heading}</h2>
          <dl className={styles.answers}>
            {linesOf(fieldsOf(step)).map(({ name, label, isLarge, text }) => (
              <div key={name}>
                <dt>{label}</dt>
                <dd translate="no" className={isLarge ? styles.large : undefined}>
                  {isLarge ? <EmailAddress>{text}</EmailAddress> : text}
                </dd>
                <dd>
                  <AppLink
                    to={`${path}?${stepQuery}=${step.id}#${controlId(form.collection, name)}`}
                  >
                    Change<span className="sr"> {label}</span>
                  </AppLink>
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
      <form method="post" action={path} onSubmit={submit}>
        <input type="hidden" name={intakeNames.step} value={checkStep.id} />
        <StepButtons intake={intake} step={checkStep.id} label={form.submitLabel} />
      </form>
    </div>
  );
}
