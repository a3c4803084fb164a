import { useId } from "react";
import type { FieldErrors } from "../../../../platform/desk/data/use-desk-form.ts";
import { timeZoneName } from "../../../../platform/desk/format/times.ts";
import { TextField } from "../../../../platform/desk/ui/field.tsx";
import type { CallTime } from "../../contract/calls.ts";
import styles from "./open-call-back.module.css";

type Values = Readonly<Record<string, string>>;

/** Day, beginning and end of the time in which we call. */
export function CallTimeFields({ errors }: { errors: FieldErrors }) {
  const id = useId();
  return (
    <div className={styles.time}>
      <TextField id={`${id}-day`} name="day" type="date" label="Day" error={errors.day} />
      <TextField
        id={`${id}-from`}
        name="from"
        type="time"
        label="Not before"
        defaultValue="08:00"
        error={errors.from}
      />
      <TextField
        id={`${id}-until`}
        name="until"
        type="time"
        label="Not after"
        hint={timeZoneName}
        defaultValue="17:00"
        error={errors.until}
      />
    </div>
  );
}

export function checkCallTime({ day = "", from = "", until = "" }: Values): FieldErrors {
  return {
    ...(day === "" && { day: "Choose a day." }),
    ...(from === "" && { from: "Choose a time." }),
    ...(until === "" && { until: "Choose a time." }),
    ...(from !== "" && until !== "" && until <= from && { until: "Choose a later time." }),
  };
}

export function readCallTime({ day = "", from = "", until = "" }: Values): CallTime {
  return { day, from, until };
}
