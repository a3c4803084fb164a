import { useEffect, useRef } from "react";
import type { FormDefinition } from "../../contract/form-engine/define-form.ts";
import { againQuery } from "../../contract/form-engine/submission.ts";
import { paths } from "../../contract/paths.ts";
import { AppLink } from "../page/app-link.tsx";
import { postcard } from "../pictures/forms.ts";
import { Button, ButtonRow, buttonClass } from "../ui/button.tsx";
import { ignoreSecondPress } from "../ui/ignore-second-press.ts";
import { Picture } from "../ui/picture.tsx";
import styles from "./form-view.module.css";
import { SentReference } from "./sent-reference.tsx";

interface SentViewProps {
  readonly form: FormDefinition;
  /** The form's page, for browsers without scripts. */
  readonly path: string;
  readonly reference: string;
  readonly onSendAnother: () => void;
}

export function SentView({ form, path, reference, onSendAnother }: SentViewProps) {
  const againId = `${form.collection}-again`;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.parentElement?.scrollIntoView();
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={styles.sent} onClickCapture={ignoreSecondPress}>
      <Picture file={postcard} alt="A postcard with a picture of the house" eager />
      <h2 ref={heading} tabIndex={-1}>
        {form.success.heading}
      </h2>
      <p className="lead">{form.success.text}</p>
      {form.success.next && (
        <p className={styles.next}>
          <b>{form.success.next}.</b> It says that it is you who asks. Until you press it, we change
          nothing. You don’t see the email? Look in your spam folder.
        </p>
      )}
      <SentReference reference={reference} />
      <p>Write it down, or take a picture of it. It helps us find what you sent when you call.</p>
      <ButtonRow>
        <AppLink to={paths.home} className={buttonClass()}>
          Go to the home page
        </AppLink>
        <Button look="ghost" type="submit" form={againId}>
          Send another
        </Button>
      </ButtonRow>
      <form
        id={againId}
        action={path}
        onSubmit={(event) => {
          event.preventDefault();
          onSendAnother();
        }}
      >
        {form.afterSuccess === "keep" && <input type="hidden" name={againQuery} value="yes" />}
      </form>
    </div>
  );
}
