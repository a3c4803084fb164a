import { type ComponentProps, useState } from "react";
import { staffPassword } from "../../contract/desk/staff.ts";
import styles from "./field.module.css";
import { describedBy, FieldFrame } from "./field.tsx";

interface PasswordFieldProps
  extends Pick<ComponentProps<"input">, "name" | "required" | "autoFocus"> {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly isNew?: boolean;
}

/** For password managers, which would generate longer ones. */
const rules = {
  passwordrules: `minlength: ${staffPassword.min}; maxlength: ${staffPassword.max};`,
};

export function PasswordField(props: PasswordFieldProps) {
  const { id, label, hint, error, isNew = false, ...rest } = props;
  const [isShown, setIsShown] = useState(false);
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <span className={styles.password}>
        <input
          {...rest}
          {...(isNew && rules)}
          id={id}
          type={isShown ? "text" : "password"}
          className={isShown ? "exact" : undefined}
          autoComplete={isNew ? "new-password" : "current-password"}
          spellCheck={false}
          autoCapitalize="none"
          autoCorrect="off"
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, hint, error)}
        />
        <button
          type="button"
          className={styles.show}
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          Show<span className="sr"> password</span>
        </button>
      </span>
    </FieldFrame>
  );
}
