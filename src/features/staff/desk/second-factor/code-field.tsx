import { TextField } from "../../../../platform/desk/ui/field.tsx";
import styles from "./second-factor.module.css";

interface CodeFieldProps {
  readonly id: string;
  /** A recovery code in place of the six digits. */
  readonly isRecovery?: boolean;
  readonly error: string | undefined;
}

/** Error of an empty code field. */
export function emptyCodeError(isRecovery: boolean): string {
  return isRecovery ? "Enter a recovery code." : "Enter the six digits.";
}

/** The six digits of a code app, or a recovery code. */
export function CodeField({ id, isRecovery = false, error }: CodeFieldProps) {
  const shared = { id, name: "code", error, spellCheck: false, autoCapitalize: "none" } as const;
  return (
    <div className={styles.code}>
      {isRecovery ? (
        <TextField
          {...shared}
          key="recovery"
          label="Recovery code"
          hint="One of your recovery codes. Each works once."
          autoComplete="off"
        />
      ) : (
        <TextField
          {...shared}
          key="code"
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      )}
    </div>
  );
}
