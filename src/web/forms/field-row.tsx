import type { ReactNode } from "react";
import type { Field, FormDefinition, FormErrors } from "../../contract/define-form.ts";
import { controlId, FieldError } from "./field.tsx";
import styles from "./field-row.module.css";

interface FieldRowProps {
  readonly form: FormDefinition;
  /** One field takes the whole width. */
  readonly fields: readonly Field[];
  readonly errors: FormErrors;
  readonly children: (field: Field) => ReactNode;
}

/** Fields that share a line on wide screens, such as city, state and ZIP; their errors stand under it. */
export function FieldRow({ form, fields, errors, children }: FieldRowProps) {
  if (fields.length === 1) return fields.map(children);
  return (
    <>
      <div className={styles.row}>{fields.map(children)}</div>
      {fields.map(({ name }) => {
        const error = errors[name];
        const id = controlId(form.collection, name);
        return error && <FieldError key={name} controlId={id} error={error} />;
      })}
    </>
  );
}

/** The fields of a form in order, those of one row together. */
export function inRows(
  { fields }: FormDefinition,
  rows: readonly (readonly string[])[] = [],
): readonly (readonly Field[])[] {
  return fields.flatMap((field) => {
    const row = rows.find((names) => names.includes(field.name));
    if (!row) return [[field]];
    return row[0] === field.name ? [fields.filter(({ name }) => row.includes(name))] : [];
  });
}
