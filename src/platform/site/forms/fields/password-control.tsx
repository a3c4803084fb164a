import { type ComponentProps, useEffect, useRef, useState } from "react";
import { facts } from "../../../contract/facts.ts";
import styles from "./field.module.css";

interface PasswordControlProps {
  readonly shared: ComponentProps<"input">;
  readonly isNew: boolean;
}

/** Limits for password managers, which would generate longer passwords. */
const rules = {
  passwordrules: `minlength: ${facts.password.minimumLength}; maxlength: ${facts.password.maximumLength};`,
};

/** Password input with a button that shows it. Submitting the form hides it again. */
export function PasswordControl({ shared, isNew }: PasswordControlProps) {
  const [isShown, setIsShown] = useState(false);
  const [announcement, setAnnouncement] = useState("");
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const form = input.current?.form;
    const hide = () => setIsShown(false);
    form?.addEventListener("submit", hide);
    return () => form?.removeEventListener("submit", hide);
  }, []);

  return (
    <span className={styles.password}>
      <input
        {...shared}
        {...(isNew && rules)}
        ref={input}
        className={isShown ? "exact" : undefined}
        type={isShown ? "text" : "password"}
        spellCheck={false}
        autoCapitalize="none"
        autoCorrect="off"
      />
      <button
        type="button"
        className={styles.show}
        aria-pressed={isShown}
        data-js=""
        onClick={() => {
          setIsShown(!isShown);
          setAnnouncement(isShown ? "The password is hidden." : "The password is shown.");
        }}
      >
        Show<span className="sr"> password</span>
      </button>
      <span className="sr" role="status">
        {announcement}
      </span>
    </span>
  );
}
