import type { ComponentProps } from "react";
import { Icon } from "../../site/ui/icon.tsx";
import styles from "./field.module.css";

interface FieldProps extends Omit<ComponentProps<"input">, "id"> {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
}

/** Ids of hint and error for `aria-describedby`; undefined without both. */
export function describedBy(id: string, hint?: string, error?: string): string | undefined {
  const ids = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean);
  return ids.length > 0 ? ids.join(" ") : undefined;
}

/** One line of text with its label, hint and error. Uncontrolled. */
export function TextField({ id, label, hint, error, ...rest }: FieldProps) {
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <input
        dir="auto"
        {...rest}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
      />
    </FieldFrame>
  );
}

interface FieldFrameProps extends Pick<FieldProps, "id" | "label" | "hint" | "error"> {
  readonly children: ComponentProps<"div">["children"];
}

/** Label, hint and error around a control, which names both with `describedBy`. */
export function FieldFrame({ id, label, hint, error, children }: FieldFrameProps) {
  return (
    <div className={error ? `${styles.field} ${styles.bad}` : styles.field}>
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {children}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

/** Why a field's value was not accepted. */
export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className={styles.error}>
      <Icon name="warning" />
      <span>
        <span className="sr">Error: </span>
        {children}
      </span>
    </p>
  );
}
