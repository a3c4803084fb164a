import { useEffect, useRef, useState } from "react";
import type { Outcome } from "../../site/runtime/api.ts";
import { failureMessage } from "../data/desk-request.ts";
import { Button, type ButtonLook } from "./button.tsx";
import dialogStyles from "./dialog.module.css";
import { FormAlert } from "./form-controls.tsx";
import { Actions } from "./panel.tsx";

interface AskButtonProps<Response> {
  readonly label: string;
  readonly of?: string;
  readonly look?: ButtonLook;
  readonly isSmall?: boolean;
  /** Labels of the two buttons, if not "Cancel" and the label. */
  readonly cancelLabel?: string;
  readonly confirmLabel?: string;
  readonly heading: string;
  readonly text: string;
  readonly send: () => Promise<Outcome<Response>>;
  readonly onDone: (data: Response) => void;
}

/** A button that asks to confirm an action that is hard to undo. The safe button has focus. */
export function AskButton<Response>(props: AskButtonProps<Response>) {
  const { label, of, look = "danger", isSmall = true } = props;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button look={look} isSmall={isSmall} onClick={() => setIsOpen(true)}>
        {label}
        {of && (
          <span className="sr">
            {" "}
            <bdi>{of}</bdi>
          </span>
        )}
      </Button>
      {isOpen && <AskDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function AskDialog<Response>(props: AskButtonProps<Response> & { readonly onClose: () => void }) {
  const { label, heading, text, send, onDone, onClose } = props;
  const { cancelLabel = "Cancel", confirmLabel = label } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  useEffect(() => {
    dialog.current?.showModal();
  }, []);

  async function confirm() {
    setIsBusy(true);
    const outcome = await send();
    setIsBusy(false);
    if (!outcome.ok) {
      setFailure(failureMessage(outcome.error));
      return;
    }
    dialog.current?.close();
    onDone(outcome.data);
  }

  return (
    <dialog
      ref={dialog}
      className={dialogStyles.dialog}
      role="alertdialog"
      aria-labelledby="ask-heading"
      aria-describedby="ask-text"
      onClose={onClose}
    >
      <h2 id="ask-heading">{heading}</h2>
      <p id="ask-text">{text}</p>
      <FormAlert message={failure} />
      <Actions>
        <Button onClick={() => dialog.current?.close()}>{cancelLabel}</Button>
        <Button
          look={props.look ?? "danger"}
          aria-disabled={isBusy || undefined}
          onClick={() => !isBusy && void confirm()}
        >
          {confirmLabel}
        </Button>
      </Actions>
    </dialog>
  );
}
