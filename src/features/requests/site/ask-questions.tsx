import type { ReactNode } from "react";
import { paths } from "../../../platform/contract/paths.ts";
import { ErrorSummary } from "../../../platform/site/forms/error-summary.tsx";
import fieldStyles from "../../../platform/site/forms/fields/field.module.css";
import { FieldError } from "../../../platform/site/forms/fields/field.tsx";
import { AppLink } from "../../../platform/site/page/app-link.tsx";
import { Button } from "../../../platform/site/ui/button.tsx";
import { type AskState, askExtras, askForm, askPath, askTimes } from "../contract/ask.ts";
import { dayParts, helpKinds, weekDays } from "../contract/requests.ts";
import styles from "./ask.module.css";

interface AskQuestionsProps {
  readonly ask: AskState;
  readonly values: Readonly<Record<string, string>> | undefined;
  readonly errors: Readonly<Record<string, string>> | undefined;
}

const { collection } = askForm;
const idOf = (name: string) => `${collection}-${name}`;

/** What, when, and anything that we should know; where and phone are in the profile. */
export function AskQuestions({ ask, values = {}, errors = {} }: AskQuestionsProps) {
  const shared = { values, errors };
  const hasErrors = Object.keys(errors).some((name) =>
    askForm.fields.some((one) => one.name === name),
  );
  return (
    <section aria-labelledby="ask-new" className={styles.card}>
      <h2 id="ask-new">
        {ask.of ? (
          <>
            What can we do for <bdi translate="no">{ask.of.firstName}</bdi>?
          </>
        ) : (
          "What can we do for you?"
        )}
      </h2>
      {hasErrors && <ErrorSummary form={askForm} errors={errors} idPrefix={collection} />}
      <form method="post" action={askPath(ask.of?.id)} noValidate className={styles.questions}>
        <Choices
          {...shared}
          name="kind"
          legend="1. What do you need help with?"
          options={helpKinds}
        >
          <Line {...shared} name="words" label="In your own words (optional)" />
        </Choices>
        <Choices {...shared} name="when" legend="2. When?" options={askTimes}>
          <div className={styles.details}>
            <Line
              {...shared}
              name="day"
              label="The day"
              type="date"
              min={ask.firstDay}
              max={ask.lastDay}
            />
            <div className={fieldStyles.field}>
              <label htmlFor={idOf("weekDay")}>For every week: the day of the week</label>
              <select id={idOf("weekDay")} name="weekDay" defaultValue={values.weekDay ?? ""}>
                <option value="">Choose a day</option>
                {weekDays.map((day) => (
                  <option key={day}>{day}</option>
                ))}
              </select>
              <ErrorOf name="weekDay" errors={errors} />
            </div>
            <div className={fieldStyles.field}>
              <label htmlFor={idOf("part")}>Part of the day</label>
              <select id={idOf("part")} name="part" defaultValue={values.part ?? ""}>
                <option value="">Choose a part</option>
                {Object.entries(dayParts).map(([part, { label }]) => (
                  <option key={part} value={part}>
                    {label}
                  </option>
                ))}
              </select>
              <ErrorOf name="part" errors={errors} />
            </div>
          </div>
        </Choices>
        <div className={fieldStyles.field}>
          <label htmlFor={idOf("note")} className={styles.legend}>
            3. Anything we should know? (optional)
          </label>
          <textarea id={idOf("note")} name="note" rows={4} defaultValue={values.note} dir="auto" />
          <ErrorOf name="note" errors={errors} />
        </div>
        {ask.of ? (
          <p>
            <b>
              This is for <bdi translate="no">{ask.of.firstName}</bdi>
            </b>
            {ask.address === "" ? "" : `, at ${ask.address}`}. {ask.of.firstName} pays, and gets an
            email about it.
          </p>
        ) : (
          <p>
            We come to: <b translate="no">{ask.address || "no address yet"}</b>. We call:{" "}
            <b translate="no">{ask.phone || "no phone yet"}</b>.{" "}
            <AppLink to={paths.editProfile}>Change them in your profile</AppLink>
          </p>
        )}
        <Button type="submit" name={askExtras.act} value="check">
          {askForm.submitLabel}
        </Button>
      </form>
    </section>
  );
}

interface PartProps {
  readonly name: string;
  readonly values: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<string, string>>;
}

interface ChoicesProps extends PartProps {
  readonly legend: string;
  readonly options: Readonly<Record<string, string>>;
  readonly children: ReactNode;
}

/** Large choices, one of several. */
function Choices({ name, values, errors, legend, options, children }: ChoicesProps) {
  const error = errors[name];
  return (
    <fieldset className={styles.choices} aria-describedby={error && `${idOf(name)}-error`}>
      <legend className={styles.legend}>{legend}</legend>
      {Object.entries(options).map(([value, label], index) => (
        <label key={value} className={styles.choice}>
          <input
            type="radio"
            id={index === 0 ? idOf(name) : undefined}
            name={name}
            value={value}
            defaultChecked={values[name] === value}
          />
          <span>{label}</span>
        </label>
      ))}
      <ErrorOf name={name} errors={errors} />
      {children}
    </fieldset>
  );
}

interface LineProps extends PartProps {
  readonly label: string;
  readonly type?: "date";
  readonly min?: string;
  readonly max?: string;
}

function Line({ name, values, errors, label, ...input }: LineProps) {
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={idOf(name)}>{label}</label>
      <input
        {...input}
        id={idOf(name)}
        name={name}
        defaultValue={values[name]}
        dir="auto"
        aria-invalid={errors[name] ? true : undefined}
        aria-describedby={errors[name] && `${idOf(name)}-error`}
      />
      <ErrorOf name={name} errors={errors} />
    </div>
  );
}

function ErrorOf({ name, errors }: Pick<PartProps, "name" | "errors">) {
  const error = errors[name];
  return error === undefined ? null : <FieldError controlId={idOf(name)} error={error} />;
}
