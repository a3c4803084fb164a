import { type ReactNode, type SubmitEvent, useEffect, useRef } from "react";
import {
  type Answers,
  type Field as PlainField,
  type StepField,
  shownFields,
} from "../../../../../platform/contract/form-engine/define-form.ts";
import {
  type Step,
  type StepGroup,
  textOf,
} from "../../../../../platform/contract/form-engine/define-steps.ts";
import { ErrorSummary } from "../../../../../platform/site/forms/error-summary.tsx";
import { Field } from "../../../../../platform/site/forms/fields/field.tsx";
import { AppLink } from "../../../../../platform/site/page/app-link.tsx";
import {
  closedMarket,
  intakeNames,
  type Track,
  tracks,
} from "../../../contract/recruiting-endpoints.ts";
import { ChoiceField } from "../choice-field.tsx";
import type { Intake } from "../intake.ts";
import { discardAction, StepButtons } from "./step-buttons.tsx";
import styles from "./step-form.module.css";

interface StepFormProps {
  readonly intake: Intake;
  readonly track: Track;
  readonly step: Step;
  /** Page that handles the POST when no script runs. */
  readonly path: string;
}

export function StepFormView({ intake, track, step, path }: StepFormProps) {
  const { form, draft, errors, rejections } = intake;
  const summary = useRef<HTMLDivElement>(null);
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (rejections > 0) summary.current?.focus();
  }, [rejections]);

  const asked = shownFields(form.fields, draft.answers).filter(
    ({ onlyFromAds }) => !onlyFromAds || draft.adNotes,
  );
  const shown = new Set(asked.map(({ name }) => name));
  const hasFile = step.groups.some(({ fields }) => fields.some(({ kind }) => kind === "file"));

  function submit(event: SubmitEvent<HTMLFormElement>) {
    const action = event.submitter?.getAttribute("value");
    if (action === discardAction) return intake.discardUnsaved();
    event.preventDefault();
    if (action === "back") void intake.back(event.currentTarget);
    else if (action === "mail-link") void intake.emailLink(event.currentTarget);
    else void intake.next(event.currentTarget);
  }

  return (
    <form
      ref={element}
      className={styles.form}
      method="post"
      action={path}
      encType={hasFile ? "multipart/form-data" : undefined}
      onSubmit={submit}
      onInput={(event) => intake.handleInput(event.currentTarget)}
      noValidate
    >
      {/* Enter in a field activates the form's first submit button, which must not be Back. */}
      <button type="submit" className="sr" aria-hidden="true" tabIndex={-1} />
      <input type="hidden" name={intakeNames.step} value={step.id} />
      {Object.keys(errors).length > 0 && (
        <ErrorSummary ref={summary} form={form} errors={errors} idPrefix={form.collection} />
      )}
      {errors.zip === closedMarket && (
        <p className={styles.note}>
          <AppLink to={`${tracks[track].getStarted}#apply`}>Go to our first page</AppLink>
        </p>
      )}
      <p className={styles.note}>We need every answer that does not say “optional”.</p>
      {step.groups.map((group) => (
        <Group key={group.fields[0]?.name} group={group} shown={shown}>
          {(field) => (
            <StepFieldView
              key={field.name}
              field={field}
              intake={intake}
              track={track}
              answers={draft.answers}
            />
          )}
        </Group>
      ))}
      <StepButtons intake={intake} step={step.id} label="Continue" arrow />
    </form>
  );
}

interface GroupProps {
  readonly group: StepGroup;
  readonly shown: ReadonlySet<string>;
  readonly children: (field: StepField) => ReactNode;
}

function Group({ group, shown, children }: GroupProps) {
  const fields = group.fields.filter(({ name }) => shown.has(name));
  if (fields.length === 0) return null;
  return (
    <div className={styles.group}>
      {group.heading && <h2>{group.heading}</h2>}
      {group.intro && <p>{group.intro}</p>}
      <div className={group.row ? styles.row : undefined}>{fields.map(children)}</div>
    </div>
  );
}

interface StepFieldProps {
  readonly field: StepField;
  readonly intake: Intake;
  readonly track: Track;
  readonly answers: Answers;
}

function StepFieldView({ field, intake, track, answers }: StepFieldProps) {
  const error = intake.errors[field.name];
  const shared = { idPrefix: intake.form.collection, ...(error && { error }) };
  const chosen = [answers[field.name] ?? []].flat();
  if (isPlain(field)) {
    return <Field field={field} defaultValue={textOf(answers, field.name)} {...shared} />;
  }
  // Kinds of the first step; the others load with the later steps.
  if (field.kind === "radios") return <ChoiceField field={field} chosen={chosen} {...shared} />;
  const Later = intake.later?.parts.LaterField;
  return Later && <Later field={field} intake={intake} track={track} chosen={chosen} {...shared} />;
}

function isPlain(field: StepField): field is PlainField {
  return !["radios", "checkbox", "checkboxes", "file"].includes(field.kind);
}
