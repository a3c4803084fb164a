import { type ReactNode, useEffect, useId, useRef } from "react";
import type { FieldErrors } from "../../../../platform/desk/data/use-desk-form.ts";
import { useDeskForm } from "../../../../platform/desk/data/use-desk-form.ts";
import type { Opened } from "../../../../platform/desk/data/use-record.ts";
import { Button, type ButtonLook } from "../../../../platform/desk/ui/button.tsx";
import { FormAlert, formClass, SubmitButton } from "../../../../platform/desk/ui/form-controls.tsx";
import { Actions } from "../../../../platform/desk/ui/panel.tsx";
import type { RequestBody, RequestDetail, requestChanges } from "../../contract/desk.ts";
import { comesTwice } from "../../contract/requests.ts";
import styles from "./act-form.module.css";

type ChangeName = keyof typeof requestChanges;

/** A change of a request, by its endpoint's name. */
export type RequestAct = {
  [Name in ChangeName]: { readonly act: Name } & Omit<RequestBody<Name>, "version">;
}[ChangeName];

export type OpenedRequest = Opened<RequestDetail, RequestAct>;

type Values = Readonly<Record<string, string>>;

interface ActFormProps {
  readonly opened: OpenedRequest;
  readonly heading: ReactNode;
  readonly submitLabel: string;
  readonly backLabel?: string;
  readonly look?: ButtonLook;
  readonly check: (values: Values) => FieldErrors;
  readonly toAct: (values: Values) => RequestAct;
  readonly onDone: () => void;
  readonly onBack: () => void;
  readonly children: (errors: FieldErrors) => ReactNode;
}

/** Asks for what an act needs; it replaces the buttons of the record. */
export function ActForm(props: ActFormProps) {
  const { opened, heading, submitLabel, look, check, toAct, onDone, onBack, children } = props;
  const id = useId();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const { form, fieldErrors, alert, isBusy } = useDeskForm({
    check,
    send: async (values) => {
      // The record shows why it was not saved.
      if (await opened.change(toAct(values))) onDone();
      return { ok: true, data: {} };
    },
    onDone: () => undefined,
  });
  const asksChoice = opened.failure === comesTwice;
  return (
    <section className={styles.box} aria-labelledby={id}>
      <h3 ref={title} tabIndex={-1} id={id}>
        {heading}
      </h3>
      <form {...form} className={formClass}>
        <FormAlert message={alert ?? opened.failure} />
        {children(asksChoice ? { ...fieldErrors, choice: comesTwice } : fieldErrors)}
        <Actions>
          <SubmitButton isBusy={isBusy || opened.isSaving} {...(look && { look })}>
            {submitLabel}
          </SubmitButton>
          <Button look="ghost" onClick={onBack}>
            {props.backLabel ?? "Back"}
          </Button>
        </Actions>
      </form>
    </section>
  );
}
