import type { ComponentProps, ReactNode } from "react";
import styles from "./button.module.css";

/** Solid ink by default; ghost is an outline, the others are for dark surfaces. */
export type ButtonLook = "solid" | "ghost" | "marigold" | "paper" | "ghostPaper";

/** Class names of a button, also for links and labels that look like one. */
export function buttonClass(look: ButtonLook = "solid"): string {
  return look === "solid" ? `${styles.button}` : `${styles.button} ${styles[look]}`;
}

/** A native button, 64 CSS pixels high. */
export function Button({ look, ...rest }: ComponentProps<"button"> & { look?: ButtonLook }) {
  return <button type="button" {...rest} className={buttonClass(look)} />;
}

/** Buttons side by side; stacked on phones. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}
