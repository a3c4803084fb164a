import { useEffect, useState } from "react";
import { suggestPhone } from "../../../contract/phone.ts";
import { Button } from "../../ui/button.tsx";
import styles from "./field.module.css";

interface PhoneSuggestionProps {
  readonly controlId: string;
  /** Name of the field: without scripts the button sends its number under it. */
  readonly name: string;
  /** What was typed, for rendering on the server. */
  readonly typed: string;
}

/**
 * Below the error of a phone number: a button that uses the number in the form that is accepted.
 * Without scripts it sends the form again; of two values with one name the server takes the last.
 */
export function PhoneSuggestion({ controlId, name, typed }: PhoneSuggestionProps) {
  const [text, setText] = useState(typed);
  useEffect(() => {
    const control = findControl(controlId);
    const read = () => setText(control?.value ?? "");
    read();
    control?.addEventListener("input", read);
    return () => control?.removeEventListener("input", read);
  }, [controlId]);

  const found = suggestPhone(text);
  if (!found) return null;
  const { number, extension } = found;
  return (
    <>
      {/* Enter in a field activates the form's first submit button, which must not change the number. */}
      <button type="submit" className="sr" aria-hidden="true" tabIndex={-1} />
      <p className={styles.suggestion}>
        <Button
          look="ghost"
          type="submit"
          name={name}
          value={number}
          onClick={(event) => {
            event.preventDefault();
            fillIn(controlId, number);
          }}
        >
          <span>
            Use <span translate="no">{number}</span>
          </span>
        </Button>
      </p>
      {extension !== "" && (
        <p className={styles.suggestion}>
          Extension {extension} doesn’t fit here. You can include it in a message to us.
        </p>
      )}
    </>
  );
}

function findControl(id: string): HTMLInputElement | undefined {
  const control = document.getElementById(id);
  return control instanceof HTMLInputElement ? control : undefined;
}

/** Fills in the number; the focus moves there, because the button disappears with the error. */
function fillIn(controlId: string, number: string): void {
  const control = findControl(controlId);
  if (!control) return;
  control.value = number;
  control.focus();
  control.dispatchEvent(new InputEvent("input", { bubbles: true }));
}
