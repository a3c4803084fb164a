import type { ComponentProps } from "react";
import { Icon } from "../../site/ui/icon.tsx";
import { Button, type ButtonLook } from "./button.tsx";
import styles from "./form-controls.module.css";

/** Why a form was not accepted; announced as soon as it is shown. */
export function FormAlert({ message }: { message: string | undefined }) {
  return (
    <div role="alert" className={styles.alert}>
      {message && (
        <p>
          <Icon name="warning" />
          <span>{message}</span>
        </p>
      )}
    </div>
  );
}

interface SubmitProps extends ComponentProps<"button"> {
  readonly isBusy: boolean;
  readonly look?: ButtonLook;
}

/** The button that sends a form. It keeps its focus while the form is sent. */
export function SubmitButton({ isBusy, ...rest }: SubmitProps) {
  return <Button type="submit" aria-disabled={isBusy || undefined} {...rest} />;
}

export function LinkButton(props: ComponentProps<"button">) {
  return <button type="button" {...props} className={styles.link} />;
}

/** Class name of a standalone link: as high as a target must be. */
export const linkClass = `${styles.link}`;
export const formClass = `${styles.form}`;
