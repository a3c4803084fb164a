import { useEffect, useRef, useState } from "react";
import { withId } from "../../../platform/contract/define-endpoint.ts";
import { deskRequest } from "../../../platform/desk/data/desk-request.ts";
import { requireFields, useDeskForm } from "../../../platform/desk/data/use-desk-form.ts";
import { Button } from "../../../platform/desk/ui/button.tsx";
import dialogStyles from "../../../platform/desk/ui/dialog.module.css";
import { FieldError, FieldFrame, TextField } from "../../../platform/desk/ui/field.tsx";
import { FormAlert, formClass, SubmitButton } from "../../../platform/desk/ui/form-controls.tsx";
import { Actions } from "../../../platform/desk/ui/panel.tsx";
import { helperDeskEndpoints } from "../contract/desk.ts";
import { helpLimits, helpParts, partWords, relations } from "../contract/helpers.ts";
import styles from "./customer-helpers.module.css";

interface InviteHelperProps {
  readonly id: string;
  /** First name of the customer. */
  readonly first: string;
  readonly onDone: (sentence: string) => void;
  readonly onClose: () => void;
}

/** Invites somebody for the customer on the phone. Without an email, shows a code to read out. */
export function InviteHelper({ id, first, onDone, onClose }: InviteHelperProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [code, setCode] = useState<string>();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const desk = useDeskForm({
    check: (values) => requireFields(values, { name: "Enter the helper’s name." }),
    send: ({ name = "", relation = "", email = "", ...chosen }) =>
      deskRequest(withId(helperDeskEndpoints.invite, id), {
        name,
        relation,
        email: email.trim(),
        ...Object.fromEntries(
          helpParts.filter((part) => chosen[part] !== undefined).map((part) => [part, "on"]),
        ),
      }),
    onDone: (data) => {
      if (data.code === null) dialog.current?.close();
      else setCode(data.code);
      onDone(data.code === null ? "The invitation is sent." : "The code is below.");
    },
  });
  const { fieldErrors: errors } = desk;
  return (
    <dialog
      ref={dialog}
      className={dialogStyles.dialog}
      aria-labelledby="invite-helper"
      onClose={onClose}
    >
      <h2 id="invite-helper">{code === undefined ? "Invite a helper" : "Read this code aloud"}</h2>
      {code === undefined ? (
        <>
          <p>
            Only someone whom {first} names. Nothing is shared before they accept with an account of
            their own, and {first} sees what they do.
          </p>
          <form {...desk.form} className={formClass}>
            <FormAlert message={desk.alert} />
            <TextField
              id="helper-name"
              name="name"
              label="The helper’s name"
              autoComplete="off"
              maxLength={helpLimits.name}
              error={errors.name}
            />
            <FieldFrame id="helper-relation" label={`Who they are to ${first}`}>
              <select id="helper-relation" name="relation" className={styles.select}>
                <option>Rather not say</option>
                {relations.map((one) => (
                  <option key={one}>{one}</option>
                ))}
              </select>
            </FieldFrame>
            <TextField
              id="helper-email"
              name="email"
              label="The helper’s email"
              hint="Leave it empty to read out a code instead."
              inputMode="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              error={errors.email}
            />
            <fieldset className={styles.parts}>
              <legend>What {first} lets them do</legend>
              {helpParts.map((part) => (
                <label key={part}>
                  <input type="checkbox" name={part} defaultChecked={part === "requests"} />
                  <span>{partWords[part].helper}</span>
                </label>
              ))}
              {errors.requests && (
                <FieldError id="helper-parts-error">{errors.requests}</FieldError>
              )}
            </fieldset>
            <Actions>
              <SubmitButton isBusy={desk.isBusy}>Invite</SubmitButton>
              <Button look="ghost" onClick={() => dialog.current?.close()}>
                Cancel
              </Button>
            </Actions>
          </form>
        </>
      ) : (
        <>
          <p className={styles.code} translate="no">
            {code}
          </p>
          <p>
            {first} reads it to the helper, who types it at “People I help”. It works once, for{" "}
            {helpLimits.invitationDays} days. It is shown only now.
          </p>
          <Actions>
            <Button onClick={() => dialog.current?.close()}>Done</Button>
          </Actions>
        </>
      )}
    </dialog>
  );
}
