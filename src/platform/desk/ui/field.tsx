import type { ComponentProps } from "react";
import { Icon } from "../../site/ui/icon.tsx";
import styles from "./field.module.css";

interface FieldProps extends Omit<ComponentProps<"input">, "id"> {
  readonly id: string;
  readonly label: string;
  /** The label stands before the field, where the head of a list is one line. */
  readonly isInline?: boolean | undefined;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
}

/** Ids of hint and error for `aria-describedby`; undefined without both. */
export function describedBy(id: string, hint?: string, error?: string): string | undefined {
  const ids = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean);
  return ids.length > 0 ? ids.join(" ") : undefined;
}

/** One line of text with its label, hint and error. Uncontrolled. */
export function TextField({ id, label, isInline, hint, error, ...rest }: FieldProps) {
  return (
    <FieldFrame id={id} label={label} isInline={isInline} hint={hint} error={error}>
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

interface FieldFrameProps extends Pick<FieldProps, "id" | "label" | "isInline" | "hint" | "error"> {
  /** For screen readers only, where the value says what it is. */
  readonly isLabelHidden?: boolean | undefined;
  readonly children: ComponentProps<"div">["children"];
}

/** Label, hint and error around a control, which names both with `describedBy`. */
export function FieldFrame(props: FieldFrameProps) {
  const { id, label, isInline, hint, error, isLabelHidden, children } = props;
  const look = [styles.field, isInline && styles.inline, error && styles.bad];
  return (
    <div className={look.filter(Boolean).join(" ")}>
      <label htmlFor={id} className={isLabelHidden ? "sr" : undefined}>
        {label}
      </label>
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
