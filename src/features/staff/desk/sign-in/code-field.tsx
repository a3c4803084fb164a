import { TextField } from "../../../../platform/desk/ui/field.tsx";
import styles from "./second-factor.module.css";

interface CodeFieldProps {
  readonly id: string;
  readonly isRecovery?: boolean;
  readonly error: string | undefined;
}

export function emptyCodeError(isRecovery: boolean): string {
  return isRecovery ? "Enter a recovery code." : "Enter the six digits.";
}

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
