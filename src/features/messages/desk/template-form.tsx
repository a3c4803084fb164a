import { withId } from "../../../platform/contract/define-endpoint.ts";
import { tooLong } from "../../../platform/contract/form-engine/rules.ts";
import { deskRequest } from "../../../platform/desk/data/desk-request.ts";
import {
  type FieldErrors,
  requireFields,
  useDeskForm,
} from "../../../platform/desk/data/use-desk-form.ts";
import { CheckBox } from "../../../platform/desk/settings/check-box.tsx";
import { Button } from "../../../platform/desk/ui/button.tsx";
import { describedBy, FieldFrame, TextField } from "../../../platform/desk/ui/field.tsx";
import { FormAlert, formClass, SubmitButton } from "../../../platform/desk/ui/form-controls.tsx";
import { Actions } from "../../../platform/desk/ui/panel.tsx";
import { type ReplyTemplate, replyLimits } from "../contract/replies.ts";
import type { TemplateEndpoints } from "./template-kinds.ts";
import styles from "./templates.module.css";

interface TemplateFormProps {
  readonly endpoints: TemplateEndpoints;
  /** The one to change; absent for a new one. */
  readonly template?: ReplyTemplate;
  readonly onSaved: (what: string) => void;
  readonly onCancel: () => void;
}

type Values = Readonly<Record<string, string>>;

export function TemplateForm({ endpoints, template, onSaved, onCancel }: TemplateFormProps) {
  const { form, fieldErrors, alert, isBusy } = useDeskForm<unknown>({
    check: findErrors,
    send: ({ name = "", text = "", isShared }) => {
      const body = { name: name.trim(), text: text.trim(), isShared: isShared === "yes" };
      return template
        ? deskRequest(withId(endpoints.change, template.id), body)
        : deskRequest(endpoints.add, body);
    },
    onDone: (_data, { name = "" }) => onSaved(`“${name.trim()}” is saved.`),
  });
  const id = template ? `template-${template.id}` : "template-new";
  const textId = `${id}-text`;
  return (
    <form {...form} className={formClass} aria-label={template ? template.name : "New template"}>
      <FormAlert message={alert} />
      <TextField
        id={`${id}-name`}
        name="name"
        label="Name"
        autoComplete="off"
        autoFocus
        defaultValue={template?.name}
        error={fieldErrors.name}
      />
      <FieldFrame id={textId} label="Text" error={fieldErrors.text}>
        <textarea
          dir="auto"
          id={textId}
          name="text"
          rows={8}
          className={styles.field}
          defaultValue={template?.text}
          aria-invalid={fieldErrors.text ? true : undefined}
          aria-describedby={describedBy(textId, undefined, fieldErrors.text)}
        />
      </FieldFrame>
      <CheckBox
        name="isShared"
        value="yes"
        label="Share it with everyone who replies"
        defaultChecked={template?.isShared ?? false}
      />
      <Actions>
        <SubmitButton isBusy={isBusy}>Save the template</SubmitButton>
        <Button look="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </Actions>
    </form>
  );
}

function findErrors(values: Values): FieldErrors {
  const { name = "", text = "" } = values;
  return {
    ...(name.length > replyLimits.templateName && {
      name: tooLong("The name", replyLimits.templateName),
    }),
    ...(text.length > replyLimits.text && { text: tooLong("The text", replyLimits.text) }),
    ...requireFields(values, { name: "Enter a name.", text: "Enter the text." }),
  };
}
