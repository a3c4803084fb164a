import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "../../../platform/desk/ui/button.tsx";
import dialogStyles from "../../../platform/desk/ui/dialog.module.css";
import { TextField } from "../../../platform/desk/ui/field.tsx";
import { formClass } from "../../../platform/desk/ui/form-controls.tsx";
import { Actions } from "../../../platform/desk/ui/panel.tsx";
import { inState, type Part } from "../part.ts";
import { longLine } from "./sample-texts.ts";

interface ExampleDialogProps {
  readonly heading: string;
  readonly isCovering?: boolean;
  readonly children: ReactNode;
}

function ExampleDialog({ heading, isCovering = false, children }: ExampleDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className={`${dialogStyles.dialog} ${isCovering ? dialogStyles.covering : ""}`}
      aria-labelledby="dialog-heading"
    >
      <h2 id="dialog-heading">{heading}</h2>
      {children}
      <Actions>
        <Button>Save</Button>
        <Button look="quiet" onClick={() => dialog.current?.close()}>
          Cancel
        </Button>
      </Actions>
    </dialog>
  );
}

/** Dialogs that use the styles of src/platform/desk/ui. */
export const dialogParts: readonly Part[] = [
  {
    name: "Dialog",
    states: [
      inState(
        "With a form, hides the page",
        <ExampleDialog heading="Change the name" isCovering>
          <p>Everybody at the desk sees it.</p>
          <form className={formClass}>
            <TextField id="dialog-name" label="Name" defaultValue="Imani Bell" />
          </form>
        </ExampleDialog>,
        { place: "alone" },
      ),
      inState(
        "Higher than the window",
        <ExampleDialog heading={longLine}>
          <div className={formClass}>
            {["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"].map(
              (name) => (
                <TextField key={name} id={name} label={`The ${name} name`} hint={longLine} />
              ),
            )}
          </div>
        </ExampleDialog>,
        { place: "alone" },
      ),
    ],
  },
];
