import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { tooLong } from "../../../../platform/contract/form-engine/rules.ts";
import { Button, type ButtonLook } from "../../../../platform/desk/ui/button.tsx";
import { describedBy, FieldFrame } from "../../../../platform/desk/ui/field.tsx";
import { formClass, SubmitButton } from "../../../../platform/desk/ui/form-controls.tsx";
import { Actions } from "../../../../platform/desk/ui/panel.tsx";
import { privacyLimits } from "../../contract/cases.ts";
import styles from "./box.module.css";

interface ReasonFormProps {
  readonly heading: string;
  readonly text: string;
  /** "Reason, as Marjorie will read it" */
  readonly label: string;
  /** Predefined ones; a custom one may be typed. */
  readonly reasons: readonly string[];
  readonly submitLabel: string;
  readonly look?: ButtonLook;
  readonly isBusy: boolean;
  readonly onSend: (reason: string) => void;
  readonly onCancel: () => void;
}

const own = "own";

/** Asks for a reason that the person will read; replaces a button. */
export function ReasonForm(props: ReasonFormProps) {
  const { heading, text, label, reasons, submitLabel, look, isBusy, onSend, onCancel } = props;
  const id = useId();
  const [chosen, setChosen] = useState(reasons[0] ?? own);
  const [error, setError] = useState<string>();
  const title = useRef<HTMLHeadingElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);

  useEffect(() => title.current?.focus(), []);

  function send(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const reason = chosen === own ? (field.current?.value ?? "").trim() : chosen;
    if (reason === "" || reason.length > privacyLimits.reason) {
      setError(reason === "" ? "Write the reason." : tooLong("A reason", privacyLimits.reason));
      field.current?.focus();
      return;
    }
    onSend(reason);
  }
  return (
    <section className={styles.box} aria-labelledby={`${id}-heading`}>
      <h3 ref={title} tabIndex={-1} id={`${id}-heading`}>
        {heading}
      </h3>
      <p>{text}</p>
      <form onSubmit={send} noValidate className={formClass}>
        {reasons.length > 0 && (
          <FieldFrame id={`${id}-reason`} label={label}>
            <select
              id={`${id}-reason`}
              value={chosen}
              onChange={({ target }) => setChosen(target.value)}
            >
              {reasons.map((reason) => (
                <option key={reason} value={reason}>
                  {reason}
                </option>
              ))}
              <option value={own}>In my own words</option>
            </select>
          </FieldFrame>
        )}
        {chosen === own && (
          <FieldFrame
            id={`${id}-own`}
            label={reasons.length > 0 ? "The reason in your own words" : label}
            error={error}
          >
            <textarea
              dir="auto"
              ref={field}
              id={`${id}-own`}
              rows={4}
              aria-invalid={error ? true : undefined}
              aria-describedby={describedBy(`${id}-own`, undefined, error)}
              onChange={() => setError(undefined)}
            />
          </FieldFrame>
        )}
        <Actions>
          <SubmitButton isBusy={isBusy} {...(look && { look })}>
            {submitLabel}
          </SubmitButton>
          <Button look="ghost" onClick={onCancel}>
            Back
          </Button>
        </Actions>
      </form>
    </section>
  );
}
