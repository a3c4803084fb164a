import type { ReactNode } from "react";
import {
  type Field as FieldDefinition,
  isOptional,
} from "../../../contract/form-engine/define-form.ts";
import { Icon } from "../../ui/icon.tsx";
import { CodeControl } from "./code-control.tsx";
import styles from "./field.module.css";
import { FieldDoubt } from "./field-doubt.tsx";
import { PasswordControl } from "./password-control.tsx";
import { PhoneSuggestion } from "./phone-suggestion.tsx";

interface FieldProps {
  readonly field: FieldDefinition;
  /** Keeps ids unique when two forms share a page. */
  readonly idPrefix: string;
  readonly defaultValue: string;
  readonly error?: string | undefined;
  readonly doubt?: string | undefined;
  /** Omits "(optional)" from the labels of a form without required fields. */
  readonly allOptional?: boolean;
}

export function controlId(idPrefix: string, name: string): string {
  return `${idPrefix}-${name}`;
}

/** Label, hint, control and error of one field (accessibility rules F1, F6). Uncontrolled. */
export function Field(props: FieldProps) {
  const { field, idPrefix, defaultValue, error, doubt, allOptional } = props;
  const id = controlId(idPrefix, field.name);
  const hintId = field.hint ? `${id}-hint` : undefined;
  const errorId = error ? errorIdOf(id) : undefined;
  return (
    <div className={error ? `${styles.field} ${styles.bad}` : styles.field}>
      <label htmlFor={id}>
        {field.label}
        {isOptional(field) && !allOptional && " (optional)"}
      </label>
      {field.hint && (
        <p id={hintId} className={styles.hint}>
          {field.hint}
        </p>
      )}
      <Control
        field={field}
        id={id}
        defaultValue={defaultValue}
        invalid={error !== undefined}
        describedBy={[hintId, errorId].filter(Boolean).join(" ") || undefined}
      />
      {field.doubt && !error && <FieldDoubt field={field} controlId={id} served={doubt} />}
      {error && (
        <FieldError controlId={id} error={error}>
          {field.kind === "tel" && (
            <PhoneSuggestion controlId={id} name={field.name} typed={defaultValue} />
          )}
        </FieldError>
      )}
    </div>
  );
}

function errorIdOf(id: string): string {
  return `${id}-error`;
}

interface FieldErrorProps {
  readonly controlId: string;
  readonly error: string;
  /** How to correct it: part of the field's description. */
  readonly children?: ReactNode;
}

export function FieldError({ controlId: id, error, children }: FieldErrorProps) {
  return (
    <div id={errorIdOf(id)}>
      <p className={styles.error}>
        <Icon name="warning" />
        <span>
          <span className="sr">Error: </span>
          {error}
        </span>
      </p>
      {children}
    </div>
  );
}

interface ControlProps {
  readonly field: FieldDefinition;
  readonly id: string;
  readonly defaultValue: string;
  readonly invalid: boolean;
  readonly describedBy: string | undefined;
}

function Control({ field, id, defaultValue, invalid, describedBy }: ControlProps) {
  const shared = {
    id,
    name: field.name,
    defaultValue,
    // "off" would also stop browsers from restoring the text after Back or a reload.
    autoComplete: field.autocomplete === "off" ? undefined : field.autocomplete,
    maxLength: field.maxLength,
    inputMode: field.numeric ? ("numeric" as const) : undefined,
    "aria-invalid": invalid || undefined,
    "aria-describedby": describedBy,
  };
  switch (field.kind) {
    case "select":
      return (
        <select {...shared}>
          {field.options?.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      );
    case "textarea":
      return <textarea {...shared} dir="auto" rows={6} />;
    case "email":
      return <input {...shared} type="email" spellCheck={false} autoCapitalize="none" />;
    case "tel":
      return <input {...shared} type="tel" />;
    case "password":
      return <PasswordControl shared={shared} isNew={field.autocomplete === "new-password"} />;
    case "text":
      if (field.codes && field.maxLength !== undefined) {
        return <CodeControl shared={shared} codes={field.codes} maxLength={field.maxLength} />;
      }
      return field.exact ? (
        <input
          {...shared}
          type="text"
          className="exact"
          spellCheck={false}
          autoCapitalize="none"
          autoCorrect="off"
        />
      ) : (
        <input {...shared} dir="auto" type="text" />
      );
  }
}
