import { useRef, useState } from "react";
import { Link } from "react-router";
import { withId } from "../../../../platform/contract/define-endpoint.ts";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { deskRequest } from "../../../../platform/desk/data/desk-request.ts";
import { useDeskForm } from "../../../../platform/desk/data/use-desk-form.ts";
import type { Opened } from "../../../../platform/desk/data/use-record.ts";
import { useWriting } from "../../../../platform/desk/data/use-writing.ts";
import { AskButton } from "../../../../platform/desk/ui/ask-button.tsx";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import { FieldFrame } from "../../../../platform/desk/ui/field.tsx";
import { FormAlert, SubmitButton } from "../../../../platform/desk/ui/form-controls.tsx";
import {
  type CaseCall,
  callEndpoints,
  callOutcomeNames,
  maxCallTries,
} from "../../contract/calls.ts";
import type { CallOutcome } from "../../contract/entries.ts";
import type { CaseDetail } from "../../contract/inbox.ts";
import { inboxEndpoints } from "../../contract/inbox-endpoints.ts";
import { CallTimeFields, checkCallTime, readCallTime } from "./call-time-fields.tsx";
import styles from "./open-call-back.module.css";

export type NewCaseCall = Omit<CaseCall, "version">;

interface CallOutcomeFormProps {
  readonly detail: CaseDetail;
  readonly opened: Opened<CaseDetail, NewCaseCall>;
  readonly onChanged: () => void;
}

/** How the call went: one press each. After the last try it asks to write or to close. */
export function CallOutcomeForm(props: CallOutcomeFormProps) {
  const { detail, opened } = props;
  const [isTrying, setTrying] = useState(false);
  const [text, setText] = useState("");
  const [picksTime, setPicksTime] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useWriting(text, opened.onWriting);
  const tries = detail.callBack?.tries ?? 0;

  async function log(outcome: CallOutcome, more: Partial<NewCaseCall> = {}) {
    const saved = await opened.change({
      outcome,
      text,
      time: null,
      day: null,
      closes: outcome === "reached",
      ...more,
    });
    if (!saved) return;
    setText("");
    setPicksTime(false);
    setTrying(false);
  }

  if (detail.sending !== null) {
    return (
      <p role="status">
        An email is about to be sent.{" "}
        <Link to={`${deskPaths.inbox}/${detail.reference}`}>Undo it in the message</Link>
      </p>
    );
  }
  if (tries >= maxCallTries && !isTrying) {
    return <AfterTries {...props} tries={tries} onTry={() => setTrying(true)} />;
  }
  return (
    <section aria-labelledby="call-outcome" className={styles.outcome}>
      <h3 id="call-outcome">How did the call go?</h3>
      <FieldFrame
        id="call-said"
        label="What was said"
        hint="One or two sentences. Not needed if there was no answer."
      >
        <textarea
          dir="auto"
          ref={field}
          id="call-said"
          rows={2}
          value={text}
          aria-describedby="call-said-hint"
          onChange={({ target }) => setText(target.value)}
        />
      </FieldFrame>
      <div className={styles.acts}>
        <Button look="sage" isSmall onClick={() => void log("reached")}>
          <DeskIcon name="check" />
          We talked, close it
        </Button>
        {(["left-message", "no-answer"] as const).map((outcome) => (
          <Button key={outcome} look="ghost" isSmall onClick={() => void log(outcome)}>
            {callOutcomeNames[outcome]}
          </Button>
        ))}
        <Button
          look="ghost"
          isSmall
          aria-expanded={picksTime}
          onClick={() => setPicksTime(!picksTime)}
        >
          <DeskIcon name="clock" />
          Another time…
        </Button>
      </div>
      {picksTime && (
        <TimeForm onTime={(time) => log("another-time", { time: readCallTime(time) })} />
      )}
      <FormAlert message={opened.failure} />
    </section>
  );
}

interface TimeFormProps {
  readonly onTime: (values: Readonly<Record<string, string>>) => Promise<void>;
}

function TimeForm({ onTime }: TimeFormProps) {
  const { form, fieldErrors, isBusy } = useDeskForm<object>({
    check: checkCallTime,
    send: async (values) => {
      await onTime(values);
      return { ok: true, data: {} };
    },
    onDone: () => undefined,
  });
  return (
    <form {...form} className={styles.outcome} aria-label="Another time">
      <CallTimeFields errors={fieldErrors} />
      <div className={styles.acts}>
        <SubmitButton isBusy={isBusy}>Call then</SubmitButton>
      </div>
    </form>
  );
}

interface AfterTriesProps extends CallOutcomeFormProps {
  readonly tries: number;
  readonly onTry: () => void;
}

function AfterTries({ detail, opened, onChanged, tries, onTry }: AfterTriesProps) {
  const { reference, version, email } = detail;
  const onDone = (changed: CaseDetail) => {
    opened.replace(changed);
    onChanged();
  };
  return (
    <section aria-labelledby="call-tried" className={styles.ask}>
      <h3 id="call-tried">No answer, {tries} times</h3>
      <p>
        {email === ""
          ? "There is no email address to write to. Close it? They can ask again anytime."
          : "Send an email that we tried, and close it? They can ask again anytime."}
      </p>
      <div className={styles.acts}>
        {email !== "" && (
          <AskButton
            label="Send the email, close"
            look="solid"
            heading="Send the email?"
            text={`It goes to ${email} and says that we tried ${tries} times. The message is closed once it is sent.`}
            confirmLabel="Send"
            send={() => deskRequest(withId(callEndpoints.emailAfterTries, reference), { version })}
            onDone={onDone}
          />
        )}
        {email === "" && (
          <AskButton
            label="Close it"
            look="solid"
            heading="Close it without a call?"
            text="The call leaves the list, and the message is done."
            send={() =>
              deskRequest(withId(inboxEndpoints.change, reference), {
                version,
                edit: { status: "done" },
              })
            }
            onDone={onDone}
          />
        )}
        <Button look="ghost" isSmall onClick={onTry}>
          Try once more
        </Button>
      </div>
    </section>
  );
}
