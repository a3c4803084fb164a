import type { ComponentProps } from "react";
import styles from "./check-box.module.css";

interface CheckBoxProps extends Omit<ComponentProps<"input">, "type"> {
  readonly label: string;
}

/** A check box with its label. */
export function CheckBox({ label, ...rest }: CheckBoxProps) {
  return (
    <label className={styles.check}>
      <input type="checkbox" {...rest} />
      {label}
    </label>
  );
}
