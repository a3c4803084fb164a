import { useEffect, useState } from "react";
import type { Field } from "../../../contract/form-engine/define-form.ts";
import { findDoubt } from "../../../contract/form-engine/doubts.ts";
import styles from "./field.module.css";

interface FieldDoubtProps {
  readonly field: Field;
  readonly controlId: string;
}

/**
 * A calm note below a field whose value cannot work. It appears when the field is left, is read out
 * once, blocks nothing, and disappears as soon as the value looks right.
 */
export function FieldDoubt({ field, controlId }: FieldDoubtProps) {
  const [doubt, setDoubt] = useState<string>();
  useEffect(() => {
    const control = document.getElementById(controlId);
    if (!(control instanceof HTMLInputElement)) return;
    const find = () => {
      const values = new FormData(control.form ?? undefined);
      const email = values.get("email");
      return findDoubt(field, control.value, typeof email === "string" ? { email } : {});
    };
    const onLeave = () => setDoubt(find());
    const onInput = () => {
      if (find() === undefined) setDoubt(undefined);
    };
    control.addEventListener("change", onLeave);
    control.addEventListener("blur", onLeave);
    control.addEventListener("input", onInput);
    return () => {
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
