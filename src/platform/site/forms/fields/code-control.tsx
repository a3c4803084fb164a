import { type ComponentProps, useEffect, useRef, useState } from "react";
import { type Codes, findCode } from "../../../contract/form-engine/state-codes.ts";
import styles from "./field.module.css";

interface CodeControlProps {
  readonly shared: ComponentProps<"input">;
  readonly codes: Codes;
  readonly maxLength: number;
}

/**
 * Input of a short code, such as a state's two letters. `maxLength` alone would silently cut
 * " Colorado" to " C": here a pasted name becomes its code, and text that does not fit leaves the
 * field unchanged and shows a note.
 */
export function CodeControl({ shared, codes, maxLength }: CodeControlProps) {
  const [note, setNote] = useState("");
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const control = input.current;
    // Browsers may autofill before hydration.
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
      // Notifies the form's checks and drafts, as typing does.
      control.dispatchEvent(new InputEvent("input", { bubbles: true }));
    };
    // React's own onBeforeInput fires too late to cancel a paste.
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
