import { type ComponentProps, useEffect, useRef, useState } from "react";
import { type Codes, findCode } from "../../../contract/form-engine/state-codes.ts";
import styles from "./field.module.css";

interface CodeControlProps {
  readonly shared: ComponentProps<"input">;
  readonly codes: Codes;
  readonly maxLength: number;
}

/**
 * A short code, such as a state's two letters. A browser would cut off silently what is too
 * long, and keep the "C" of " Colorado": here a pasted name becomes its code, and what does
 * not fit leaves the field as it was and is said.
 */
export function CodeControl({ shared, codes, maxLength }: CodeControlProps) {
  const [note, setNote] = useState("");
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const control = input.current;
    // A browser that fills in by itself may do so before React is awake.
    if (!control || control.value.length <= maxLength) return;
    const code = findCode(codes, control.value, maxLength);
    if (code === undefined) setNote(codes.error);
    else control.value = code;
  }, [codes, maxLength]);

  useEffect(() => {
    const control = input.current;
    const take = (event: InputEvent) => {
      if (!control) return;
      const text = event.data ?? event.dataTransfer?.getData("text/plain") ?? "";
      const { value, selectionStart, selectionEnd } = control;
      const kept = value.length - ((selectionEnd ?? 0) - (selectionStart ?? 0));
      if (text === "" || (kept + text.length <= maxLength && text === text.trim())) {
        setNote("");
        return;
      }
      event.preventDefault();
      const isTyped = event.inputType === "insertText" && text.length === 1;
      const code = isTyped ? undefined : findCode(codes, text, maxLength);
      setNote(code === undefined ? codes.error : "");
      if (code === undefined) return;
      control.value = code;
      // Whoever listens, the form's checks and drafts, hears of it as of typing.
      control.dispatchEvent(new InputEvent("input", { bubbles: true }));
    };
    // React's own event of this name comes too late to hold back a paste.
    control?.addEventListener("beforeinput", take);
    return () => control?.removeEventListener("beforeinput", take);
  }, [codes, maxLength]);

  return (
    <>
      <input {...shared} ref={input} type="text" />
      <p role="status" className={styles.note}>
        {note}
      </p>
    </>
  );
}
