import type { ReactNode } from "react";
import {
  isOptional,
  type StepField,
} from "../../../../platform/contract/form-engine/define-form.ts";
import { controlId, FieldError } from "../../../../platform/site/forms/fields/field.tsx";
import styles from "./choice-field.module.css";

export interface ChoiceFieldProps {
  readonly field: StepField;
  readonly idPrefix: string;
  readonly chosen: readonly string[];
  readonly error?: string | undefined;
}

/** Id of an option; the first one has the field's id, so that links to the field work. */
export function optionId(id: string, index: number): string {
  return index === 0 ? id : `${id}-${index}`;
}

interface ChoiceGroupProps extends Omit<ChoiceFieldProps, "chosen"> {
  readonly children: ReactNode;
}

export function ChoiceGroup({ field, idPrefix, error, children }: ChoiceGroupProps) {
  const { name, kind, label, hint } = field;
  const id = controlId(idPrefix, name);
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <fieldset
      className={error ? `${styles.pick} ${styles.bad}` : styles.pick}
      role={kind === "radios" ? "radiogroup" : undefined}
      aria-invalid={error && kind === "radios" ? true : undefined}
      aria-describedby={described || undefined}
    >
      <legend>
        {label}
        {isOptional(field) && " (optional)"}
      </legend>
      {hint && <p id={`${id}-hint`}>{hint}</p>}
      {children}
      {error && <FieldError controlId={id} error={error} />}
    </fieldset>
  );
}

/** Radio buttons or checkboxes as large rows. Uncontrolled. */
export function ChoiceField({ field, idPrefix, chosen, error }: ChoiceFieldProps) {
  const { name, kind, options = [] } = field;
  const id = controlId(idPrefix, name);
  return (
    <ChoiceGroup field={field} idPrefix={idPrefix} error={error}>
      <div className={styles.options}>
        {options.map((option, index) => (
          <label key={option} htmlFor={optionId(id, index)}>
            <input
              id={optionId(id, index)}
              type={kind === "radios" ? "radio" : "checkbox"}
              name={name}
              value={option}
              defaultChecked={chosen.includes(option)}
            />
            <span>{option}</span>
          </label>
        ))}
      </div>
    </ChoiceGroup>
  );
}
