import { isOptional } from "../../../../platform/contract/form-engine/define-form.ts";
import { controlId, FieldError } from "../../../../platform/site/forms/fields/field.tsx";
import { AppLink } from "../../../../platform/site/page/app-link.tsx";
import styles from "./choice-field.module.css";
import type { ChoiceFieldProps } from "./choice-field.tsx";

export function CheckboxField({ field, idPrefix, chosen, error }: ChoiceFieldProps) {
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
          .<span className={styles.kept}> Your answers are kept.</span>
        </p>
      )}
      {error && <FieldError controlId={id} error={error} />}
    </div>
  );
}
