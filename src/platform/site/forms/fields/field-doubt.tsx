import { useEffect, useState } from "react";
import type { Field } from "../../../contract/form-engine/define-form.ts";
import { findDoubt } from "../../../contract/form-engine/doubts.ts";
import styles from "./field.module.css";

interface FieldDoubtProps {
  readonly field: Field;
  readonly controlId: string;
  readonly served: string | undefined;
}

/**
 * A calm note below a field whose value cannot work. It appears when the field is left, is read out
 * once, blocks nothing, and disappears as soon as the value looks right.
 */
export function FieldDoubt({ field, controlId, served }: FieldDoubtProps) {
  const [doubt, setDoubt] = useState(served);
  useEffect(() => {
    const control = document.getElementById(controlId);
    if (!(control instanceof HTMLInputElement)) return;
    let latest = 0;
    const check = async (onFound: (found: string | undefined) => void) => {
      latest += 1;
      const number = latest;
      const email = new FormData(control.form ?? undefined).get("email");
      const values = typeof email === "string" ? { email } : {};
      const found = await findDoubt(field, control.value, values);
      if (number === latest) onFound(found);
    };
    const onLeave = () => void check((found) => afterPress(() => setDoubt(found)));
    const onInput = () =>
      void check((found) => {
        if (found === undefined) setDoubt(undefined);
      });
    control.addEventListener("change", onLeave);
    control.addEventListener("blur", onLeave);
    control.addEventListener("input", onInput);
    return () => {
      latest += 1;
      control.removeEventListener("change", onLeave);
      control.removeEventListener("blur", onLeave);
      control.removeEventListener("input", onInput);
    };
  }, [field, controlId]);

  return (
    <p role="status" className={styles.doubt}>
      {doubt}
    </p>
  );
}

/** Runs once nothing is pressed: a note that appears meanwhile moves the pressed button away. */
function afterPress(run: () => void): void {
  if (!document.querySelector(":active")) {
    run();
    return;
  }
  const ends = ["pointerup", "click"];
  const onEnd = () => {
    for (const end of ends) removeEventListener(end, onEnd, true);
    // After the click that the end of the press becomes.
    setTimeout(run);
  };
  for (const end of ends) addEventListener(end, onEnd, true);
}
