import { type ReactNode, useEffect, useRef, useState } from "react";
import {
  type DeskEndpoint,
  type NoBody,
  withId,
} from "../../../platform/contract/define-endpoint.ts";
import { deskRequest, failureMessage } from "../../../platform/desk/data/desk-request.ts";
import { useDeskForm } from "../../../platform/desk/data/use-desk-form.ts";
import { firstName } from "../../../platform/desk/format/names.ts";
import { formatClock } from "../../../platform/desk/format/times.ts";
import { Button } from "../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../platform/desk/ui/desk-icon.tsx";
import { describedBy, FieldFrame } from "../../../platform/desk/ui/field.tsx";
import { FormAlert, LinkButton, SubmitButton } from "../../../platform/desk/ui/form-controls.tsx";
import {
  type CallerCheck,
  type CallerQuestion,
  callerCheckEndpoints,
  callerQuestionLabels,
  callerQuestions,
} from "../contract/caller-check.ts";
import type { CustomerDetail } from "../contract/customers.ts";
import styles from "./caller-check.module.css";

const hints: Readonly<Partial<Record<CallerQuestion, string>>> = {
  request: "Two words of it, such as “eye clinic”",
};

interface CallerCheckProps {
  readonly customer: CustomerDetail;
  readonly check: CallerCheck;
  /** Loads the customer again, and announces what happened. */
  readonly onChanged: (sentence: string) => Promise<void>;
}

/** Whether the caller is the customer: staff type what they hear, the desk says whether it matches. */
export function CallerCheckPanel(props: CallerCheckProps) {
  const { customer, check } = props;
  const { state, until } = check;
  const section = useRef<HTMLElement>(null);
  const shown = `${state} ${check.matched.length} ${check.codeSentAt !== null}`;
  const last = useRef(shown);
  useEffect(() => {
    if (last.current === shown) return;
    last.current = shown;
    const next = section.current?.querySelector<HTMLElement>("input") ?? section.current;
    next?.focus();
  }, [shown]);
  const first = firstName(customer.name);
  const look = state === "passed" ? styles.passed : state === "locked" ? styles.locked : "";
  return (
    <section
      ref={section}
      className={`${styles.check} ${look}`}
      aria-labelledby="caller-check"
      tabIndex={-1}
    >
      <h2 id="caller-check">{headings[state](first)}</h2>
      {state === "none" && (
        <>
          <p>Three questions before you change the account or say what is in it.</p>
          <Act {...props} endpoint={callerCheckEndpoints.start} said="The check has started.">
            <DeskIcon name="phone" />
            Check the caller
          </Act>
        </>
      )}
      {state === "open" && <Questions {...props} />}
      {state === "passed" && (
        <>
          <p>
            You can change the account until {formatClock(Date.parse(until ?? ""))}. The check is in
            the history.
          </p>
          <Act {...props} endpoint={callerCheckEndpoints.end} said="The check has ended.">
            End the call
          </Act>
        </>
      )}
      {state === "locked" && (
        <p>
          Three answers did not match, so no one can check this caller until{" "}
          {formatClock(Date.parse(until ?? ""))}. Say: “I can’t change this on the phone today.”
          Lock the account if you think that it is someone else.
        </p>
      )}
    </section>
  );
}

const headings: Readonly<Record<CallerCheck["state"], (first: string) => string>> = {
  none: (first) => `Is it ${first} on the phone?`,
  open: () => "Check the caller",
  passed: (first) => `It is ${first}`,
  locked: () => "The check is locked",
};

interface ActProps extends CallerCheckProps {
  readonly endpoint: DeskEndpoint<NoBody, unknown>;
  readonly said: string;
  readonly isLink?: boolean;
  readonly children: ReactNode;
}

/** A button that sends a request without a body. */
function Act({ customer, endpoint, said, onChanged, isLink, children }: ActProps) {
  const [failure, setFailure] = useState<string>();
  async function send() {
    const outcome = await deskRequest(withId(endpoint, customer.id));
    setFailure(outcome.ok ? undefined : failureMessage(outcome.error));
    await onChanged(outcome.ok ? said : "");
  }
  return (
    <div className={styles.act}>
      {isLink ? (
        <LinkButton onClick={() => void send()}>{children}</LinkButton>
      ) : (
        <Button
          isSmall
          look={said.includes("ended") ? "ghost" : "solid"}
          onClick={() => void send()}
        >
          {children}
        </Button>
      )}
      <FormAlert message={failure} />
    </div>
  );
}

function Questions(props: CallerCheckProps) {
  const { check, customer } = props;
  const { matched, unanswerable, codeSentAt } = check;
  return (
    <>
      <p>Ask, then enter what you hear. The desk only says whether it matches.</p>
      {codeSentAt === null ? (
        <ol className={styles.questions}>
          {callerQuestions.map((question) => (
            <li key={question}>
              {matched.includes(question) || unanswerable.includes(question) ? (
                <div>
                  <b>“{callerQuestionLabels[question]}”</b>
                  {matched.includes(question) ? (
                    <p className={styles.matches}>
                      <DeskIcon name="check" />
                      Matches
                    </p>
                  ) : (
                    <p>Nothing on record answers this.</p>
                  )}
                </div>
              ) : (
                <Answer
                  {...props}
                  question={question}
                  label={`“${callerQuestionLabels[question]}”`}
                  hint={hints[question]}
                />
              )}
            </li>
          ))}
        </ol>
      ) : (
        <div className={styles.questions}>
          <Answer
            {...props}
            question="code"
            label="“Please read me the code that we just sent you”"
            hint={`Sent at ${formatClock(Date.parse(codeSentAt))}. It works for 10 minutes.`}
          />
        </div>
      )}
      {codeSentAt === null && <p>All three must match.</p>}
      {customer.takesCodes.text && (
        <Act {...props} isLink endpoint={callerCheckEndpoints.textCode} said="The code is sent.">
          {codeSentAt === null ? "Text a code instead" : "Text another code"}
        </Act>
      )}
      {customer.takesCodes.email && (
        <Act {...props} isLink endpoint={callerCheckEndpoints.sendCode} said="The code is sent.">
          {codeSentAt === null ? "Email a code instead" : "Email another code"}
        </Act>
      )}
      {!customer.takesCodes.text && !customer.takesCodes.email && (
        <p>
          No code can be sent: the email is not confirmed, and no phone agreed to texts in time.
        </p>
      )}
      <Act {...props} endpoint={callerCheckEndpoints.end} said="The check has ended.">
        End the call
      </Act>
    </>
  );
}

interface AnswerProps extends CallerCheckProps {
  readonly question: CallerQuestion | "code";
  readonly label: string;
  readonly hint: string | undefined;
}

function Answer({ customer, check, question, label, hint, onChanged }: AnswerProps) {
  const [isWrong, setIsWrong] = useState(false);
  const { form, fieldErrors, alert, isBusy } = useDeskForm({
    check: ({ answer = "" }) => (answer.trim() === "" ? { answer: "Enter what you hear." } : {}),
    send: ({ answer = "" }) =>
      deskRequest(withId(callerCheckEndpoints.answer, customer.id), { question, answer }),
    onDone: ({ isMatch }) => {
      setIsWrong(!isMatch);
      void onChanged(isMatch ? "Matches." : "");
    },
    onRejected: () => void onChanged(""),
  });
  const tries = check.triesLeft === 1 ? "1 try left" : `${check.triesLeft} tries left`;
  const error =
    fieldErrors.answer ?? (isWrong ? `Does not match. Ask once more, ${tries}.` : undefined);
  const id = `caller-${question}`;
  return (
    <form {...form} className={styles.answer}>
      <FieldFrame id={id} label={label} hint={hint} error={error}>
        <div className={styles.entry}>
          <input
            id={id}
            name="answer"
            autoComplete="off"
            inputMode={question === "code" ? "numeric" : "text"}
            aria-invalid={error ? true : undefined}
            aria-describedby={describedBy(id, hint, error)}
            onInput={() => setIsWrong(false)}
          />
          <SubmitButton isBusy={isBusy}>
            Check
            <span className="sr"> {label}</span>
          </SubmitButton>
        </div>
      </FieldFrame>
      <FormAlert message={alert} />
    </form>
  );
}
