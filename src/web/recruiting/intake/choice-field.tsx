import type { ReactNode } from "react";
import { isOptional, type StepField } from "../../../contract/define-form.ts";
import { AppLink } from "../../app-link.tsx";
import { controlId, FieldError } from "../../forms/field.tsx";
import styles from "./choice-field.module.css";

interface ChoiceFieldProps {
  readonly field: StepField;
  readonly idPrefix: string;
  /** What is chosen at first. */
  readonly chosen: readonly string[];
  readonly error?: string | undefined;
}

/** Id of one option; the first one has the field's own, so that links to the field find it. */
export function optionId(id: string, index: number): string {
  return index === 0 ? id : `${id}-${index}`;
}

interface ChoiceGroupProps extends Omit<ChoiceFieldProps, "chosen"> {
  readonly children: ReactNode;
}

/** Question, hint and error around the controls of one answer. */
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

/** One of several, or any number of them, as large rows to press. Uncontrolled. */
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

/** One box to tick, with what it is about to read beside it. */
export function TickField({ field, idPrefix, chosen, error }: ChoiceFieldProps) {
  const { name, label, hint, links } = field;
  const id = controlId(idPrefix, name);
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className={error ? `${styles.tick} ${styles.bad}` : styles.tick}>
      <div className={styles.options}>
        <label htmlFor={id}>
          <input
            id={id}
            type="checkbox"
            name={name}
            value="yes"
            defaultChecked={chosen.includes("yes")}
            aria-invalid={error ? true : undefined}
            aria-describedby={described || undefined}
          />
          <span>
            {label}
            {isOptional(field) && " (optional)"}
          </span>
        </label>
      </div>
      {hint && <p id={`${id}-hint`}>{hint}</p>}
      {links && (
        <p className={styles.links}>
          Read them first:{" "}
          {links.map(({ label: words, path }, index) => (
            <span key={path}>
              {index > 0 && " and "}
              <AppLink to={path}>{words}</AppLink>
            </span>
          ))}
          . Your answers are kept.
        </p>
      )}
      {error && <FieldError controlId={id} error={error} />}
    </div>
  );
}
