import type { ComponentProps } from "react";
import styles from "./button.module.css";

/** Solid ink by default; ghost is an outline, quiet is underlined text, danger is for deleting. */
export type ButtonLook = "solid" | "sage" | "ghost" | "quiet" | "paper" | "danger";

interface ButtonProps extends ComponentProps<"button"> {
  readonly look?: ButtonLook;
  /** 48 instead of 52 CSS pixels high. */
  readonly isSmall?: boolean;
}

export function buttonClass(look: ButtonLook = "solid", isSmall = false): string {
  return [styles.button, look !== "solid" && styles[look], isSmall && styles.small]
    .filter(Boolean)
    .join(" ");
}

export function Button({ look, isSmall, ...rest }: ButtonProps) {
  return <button type="button" {...rest} className={buttonClass(look, isSmall)} />;
}
