import { useEffect, useRef } from "react";
import { zip } from "../../../contract/forms/application-fields.ts";
import { intakeNames, planQuery, type Track, tracks } from "../../../contract/recruiting.ts";
import { Field } from "../../forms/field.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import styles from "./start-form.module.css";

interface ZipFormProps {
  readonly track: Track;
  readonly value: string;
  readonly error?: string | undefined;
}

/** The first question: it decides whether we take applications there. The browser posts it itself. */
export function ZipForm({ track, value, error }: ZipFormProps) {
  const plan = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!plan.current) return;
    plan.current.value = new URLSearchParams(location.search).get(planQuery) ?? "";
  }, []);
  return (
    <form method="post" action={tracks[track].getStarted} className={styles.form} noValidate>
      <input type="hidden" name={intakeNames.step} value="zip" />
      <input ref={plan} type="hidden" name={intakeNames.plan} />
      <Field field={zip} idPrefix="start" defaultValue={value} error={error} />
      <Button type="submit">
        Start now
        <Icon name="arrow" />
      </Button>
    </form>
  );
}
