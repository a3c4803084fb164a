import { tooLong } from "../../../../platform/contract/form-engine/rules.ts";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import { blankError, type PlaceholderValues } from "../../contract/placeholders.ts";
import { replyLimits } from "../../contract/replies.ts";
import styles from "./blanks.module.css";

export interface Blank {
  readonly name: string;
  /** Filled in by the desk; undefined: the writer has to. */
  readonly known: string | undefined;
}

interface BlanksProps {
  readonly blanks: readonly Blank[];
  readonly values: PlaceholderValues;
  readonly showsErrors: boolean;
  readonly onChange: (values: PlaceholderValues) => void;
}

export function blankId(name: string): string {
  return `blank-${name.replaceAll(" ", "-")}`;
}

/** Validation error of a blank; undefined if it is valid. */
export function findBlankError(
  { name, known }: Blank,
  values: PlaceholderValues,
): string | undefined {
  const value = known ?? values[name] ?? "";
  if (value.trim() === "") return blankError(name);
  return known === undefined && value.length > replyLimits.blank
    ? tooLong("It", replyLimits.blank)
    : undefined;
}

/** The value of each placeholder, and fields for those that only the writer knows. */
export function Blanks({ blanks, values, showsErrors, onChange }: BlanksProps) {
  if (blanks.length === 0) return null;
  const missing = blanks.flatMap((blank) => {
    const error = findBlankError(blank, values);
    return error === undefined ? [] : [{ name: blank.name, error }];
  });
  return (
    <div>
      <h3 id="blanks-heading">Blanks in this message</h3>
      <ul className={styles.blanks} aria-labelledby="blanks-heading">
        {blanks.map(({ name, known }) => {
          const id = blankId(name);
          const isMissing = missing.some((one) => one.name === name);
          return (
            <li key={name} className={isMissing ? styles.missing : undefined}>
              <DeskIcon name={isMissing ? "warning" : "check"} />
              {known === undefined ? (
                <>
                  <label htmlFor={id}>{capitalize(name)}</label>
                  <input
                    dir="auto"
                    id={id}
                    autoComplete="off"
                    value={values[name] ?? ""}
                    aria-invalid={(showsErrors && isMissing) || undefined}
                    aria-describedby={isMissing ? `${id}-error` : undefined}
                    onChange={({ target }) => onChange({ ...values, [name]: target.value })}
                  />
                </>
              ) : (
                <>
                  <b>{capitalize(name)}</b>
                  <span>{known}</span>
                </>
              )}
            </li>
          );
        })}
      </ul>
      <div role="status">
        {missing.map(({ name, error }) => (
          <p key={name} id={`${blankId(name)}-error`} className={styles.error}>
            <span className="sr">Error: </span>
            {error}
          </p>
        ))}
      </div>
    </div>
  );
}

function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
