import {
  type FormState,
  submissionExtras,
} from "../../../platform/contract/form-engine/submission.ts";
import { Field } from "../../../platform/site/forms/fields/field.tsx";
import { Button, buttonClass } from "../../../platform/site/ui/button.tsx";
import { Icon } from "../../../platform/site/ui/icon.tsx";
import {
  type ApplicantInterview,
  type InterviewAct,
  interviewLimits,
  interviewNames,
  type OfferedTime,
} from "../contract/interviews.ts";
import { otherTimeForm } from "../contract/time-form.ts";
import styles from "./interview-box.module.css";

const { slot, change, section, other, file } = interviewNames;
const at = `#${section}`;

interface InterviewBoxProps {
  readonly interview: ApplicantInterview;
  /** Of the page of the personal link. */
  readonly path: string;
  /** Idempotency key of its forms. */
  readonly formKey: string;
  /** What was typed here, and its errors. */
  readonly state: FormState | undefined;
}

/** The applicant's interview: the times to choose from, or the one that was chosen. */
export function InterviewBox(props: InterviewBoxProps) {
  const { interview } = props;
  return interview.booked && interview.shows === null ? (
    <Booked {...props} booked={interview.booked} />
  ) : (
    <Choose {...props} />
  );
}

function Booked({
  interview: { zone, hasAsked },
  booked: { day, clock, says, link, canChange },
  path,
}: InterviewBoxProps & { readonly booked: NonNullable<ApplicantInterview["booked"]> }) {
  return (
    <section id={section} className={`${styles.box} ${styles.booked}`} aria-labelledby="booked">
      <h2 id="booked">
        Interview: {day}, {clock}
      </h2>
      <p>
        {zone}. {says}
      </p>
      {link !== "" && (
        <p className={styles.link}>
          <a href={link}>{link}</a>
        </p>
      )}
      {hasAsked && <p>You asked for another time. We write to you about it.</p>}
      <div className={styles.buttons}>
        <a href={`${path}/${file}`} className={buttonClass()} download>
          <Icon name="download" />
          Add to my calendar
        </a>
        {canChange && (
          <a href={`${path}?${change}${at}`} className={buttonClass("ghost")}>
            Change the time
          </a>
        )}
      </div>
      {!canChange && (
        <p>
          It begins in less than {interviewLimits.changeHours} hours. Please call us if you cannot
          make it.
        </p>
      )}
    </section>
  );
}

function Choose({ interview, path, formKey, state }: InterviewBoxProps) {
  const { zone, days, booked, hasAsked, shows } = interview;
  const error = state?.errors?.[slot];
  return (
    <section id={section} className={`${styles.box} ${styles.choose}`} aria-labelledby="choose">
      <h2 id="choose">
        {booked ? "Change the time of your interview" : "Choose a time for your interview"}
      </h2>
      {booked && (
        <p>
          Now it is {booked.day}, {booked.clock}. It stays so until you choose another time.
        </p>
      )}
      {(shows === "taken" || error || state?.failure) && (
        <p role="alert" className={styles.alert}>
          <Icon name="warning" />
          <span>
            {error ?? state?.failure ?? "Someone else just took that time."}{" "}
            {shows === "taken" && days.length > 0 && "These are still free."}
          </span>
        </p>
      )}
      {days.length === 0 ? (
        <p>There is no free time to show right now. Tell us below when you can talk.</p>
      ) : (
        <form method="post" action={path + at}>
          <Extras act="choose-time" formKey={formKey} />
          <p>Times that are free, {zone}:</p>
          {days.map(({ day, times }) => (
            <fieldset key={day}>
              <legend>{day}</legend>
              <div className={styles.times}>
                {times.map((time) => (
                  <Time key={time.id} {...time} />
                ))}
              </div>
            </fieldset>
          ))}
          <div className={styles.buttons}>
            <Button type="submit">{booked ? "Move it to this time" : "Choose this time"}</Button>
            {booked && (
              <a href={path + at} className={buttonClass("ghost")}>
                Keep {booked.day}
              </a>
            )}
          </div>
        </form>
      )}
      {hasAsked ? (
        <p>You asked for another time. We write to you about it.</p>
      ) : (
        <details id={other} className={styles.other} open={days.length === 0 || !!state?.values}>
          <summary>None of these fit</summary>
          <form method="post" action={`${path}#${other}`} noValidate>
            <Extras act="ask-time" formKey={formKey} />
            {otherTimeForm.fields.map((field) => (
              <Field
                key={field.name}
                field={field}
                idPrefix={other}
                defaultValue={state?.values?.[field.name] ?? ""}
                error={state?.errors?.[field.name]}
              />
            ))}
            <div className={styles.buttons}>
              <Button type="submit" look="ghost">
                {otherTimeForm.submitLabel}
              </Button>
            </div>
          </form>
        </details>
      )}
      {booked && (
        <form method="post" action={path + at} className={styles.cancel}>
          <Extras act="cancel-time" formKey={formKey} />
          <Button type="submit" look="ghost">
            Cancel the interview
          </Button>
        </form>
      )}
    </section>
  );
}

function Time({ id, clock, what }: OfferedTime) {
  return (
    <label className={styles.time}>
      <input type="radio" name={slot} value={id} required />
      <span>
        <b>{clock}</b>
        <small>{what}</small>
      </span>
    </label>
  );
}

function Extras({ act, formKey }: { readonly act: InterviewAct; readonly formKey: string }) {
  return (
    <>
      <input type="hidden" name="act" value={act} />
      <input type="hidden" name={submissionExtras.key} value={formKey} />
      <div className="sr" aria-hidden="true">
        <input type="text" name={submissionExtras.honeypot} tabIndex={-1} autoComplete="off" />
      </div>
    </>
  );
}
