import { type FormEvent, useState } from "react";
import { days } from "../../../../../platform/contract/durations.ts";
import { tooLong } from "../../../../../platform/contract/form-engine/rules.ts";
import { isoDayOf } from "../../../../../platform/desk/format/times.ts";
import { Button } from "../../../../../platform/desk/ui/button.tsx";
import { TextField } from "../../../../../platform/desk/ui/field.tsx";
import { inboxLimits } from "../../../contract/inbox.ts";
import type { CaseEdit } from "../../../contract/inbox-endpoints.ts";
import { useInbox } from "../inbox-context.ts";
import styles from "./snooze-form.module.css";

interface SnoozeFormProps {
  readonly onSnooze: (snooze: NonNullable<CaseEdit["snooze"]>) => void;
  readonly onClose: () => void;
}

/** Puts a message off until a day, with the reason. */
export function SnoozeForm({ onSnooze, onClose }: SnoozeFormProps) {
  const { now } = useInbox();
  const [errors, setErrors] = useState<{ readonly until?: string; readonly reason?: string }>({});
  const tomorrow = isoDayOf(now + days(1));

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    const until = String(values.get("until"));
    const reason = String(values.get("reason")).trim();
    const wrong = {
      ...(until < tomorrow && { until: "Choose a day after today." }),
      ...(reason === "" && { reason: "Say what you wait for." }),
      ...(reason.length > inboxLimits.snoozeReason && {
        reason: tooLong("It", inboxLimits.snoozeReason),
      }),
    };
    setErrors(wrong);
    const [first] = Object.keys(wrong);
    if (first === undefined) onSnooze({ until, reason });
    else form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }

  return (
    <form
      className={styles.form}
      aria-label="Snooze"
      noValidate
      onSubmit={submit}
      onKeyDown={({ key }) => {
        if (key === "Escape") onClose();
      }}
    >
      <TextField
        id="snooze-until"
        name="until"
        type="date"
        label="Snooze until"
        min={tomorrow}
        defaultValue={tomorrow}
        error={errors.until}
        autoFocus
      />
      <TextField
        id="snooze-reason"
        name="reason"
        label="What we wait for"
        autoComplete="off"
        error={errors.reason}
      />
      <Button type="submit">Snooze</Button>
      <Button look="ghost" onClick={onClose}>
        Cancel
      </Button>
    </form>
  );
}
