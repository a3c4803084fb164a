import { deskRequest } from "../../../../platform/desk/api/desk-request.ts";
import { requireFields, useDeskForm } from "../../../../platform/desk/api/use-desk-form.ts";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import { TextField } from "../../../../platform/desk/ui/field.tsx";
import { FormAlert, formClass, SubmitButton } from "../../../../platform/desk/ui/form-parts.tsx";
import { Actions, Panel } from "../../../../platform/desk/ui/panel.tsx";
import { newsletterEndpoints } from "../../contract/newsletter-desk.ts";
import { noteErrors, noteLabel } from "./consent-note.ts";
import { useFirstFocus } from "./use-first-focus.ts";

/**
 * Adds one address whose owner agreed elsewhere.
 * @param onDone called with what was done, if anything
 */
export function AddReader({ onDone }: { onDone: (what?: string) => void }) {
  const heading = useFirstFocus<HTMLHeadingElement>();
  const { form, fieldErrors, alert, isBusy } = useDeskForm({
    check: (values) => requireFields(values, { email: "Enter the address.", ...noteErrors }),
    send: ({ email = "", note = "" }) => deskRequest(newsletterEndpoints.add, { email, note }),
    onDone: ({ email }) => onDone(`${email} is now subscribed.`),
  });
  return (
    <Panel labelledBy="add-reader">
      <h2 id="add-reader" ref={heading} tabIndex={-1}>
        Add one subscriber
      </h2>
      <form {...form} className={formClass}>
        <FormAlert message={alert} />
        <TextField
          id="add-email"
          name="email"
          type="email"
          label="Email address"
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="none"
          error={fieldErrors.email}
        />
        <TextField
          id="add-note"
          name="note"
          label={noteLabel}
          hint="We can show this if they ask."
          error={fieldErrors.note}
        />
        <Actions>
          <SubmitButton isBusy={isBusy}>Add the subscriber</SubmitButton>
          <Button look="ghost" onClick={() => onDone()}>
            Cancel
          </Button>
        </Actions>
      </form>
    </Panel>
  );
}
