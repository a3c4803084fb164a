import type { ReactNode } from "react";
import type { Field, FormDefinition } from "../../../contract/form-engine/define-form.ts";
import styles from "./field-row.module.css";

interface FieldRowProps {
  /** A single field takes the whole width. */
  readonly fields: readonly Field[];
  readonly children: (field: Field) => ReactNode;
}

export function FieldRow({ fields, children }: FieldRowProps) {
  if (fields.length === 1) return fields.map(children);
  return <div className={styles.row}>{fields.map(children)}</div>;
}

/** The fields of a form in order, grouped into rows. */
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
