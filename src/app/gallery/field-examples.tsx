import { createAccountForm } from "../../features/customers/contract/create-account.ts";
import { state } from "../../platform/contract/form-engine/address-fields.ts";
import type { Field as FieldDefinition } from "../../platform/contract/form-engine/define-form.ts";
import {
  email,
  name,
  phone,
  platform,
  supportId,
} from "../../platform/contract/form-engine/fields.ts";
import { passwordHint, required } from "../../platform/contract/form-engine/rules.ts";
import { Field } from "../../platform/site/forms/fields/field.tsx";
import { FieldRow } from "../../platform/site/forms/fields/field-row.tsx";
import styles from "./gallery.module.css";
import { inState, type Part, type State } from "./part.ts";

const stateCode: FieldDefinition = { ...state, rules: [required("State is required.")] };
const addressRow = createAccountForm.fields.filter(({ name }) => /^(city|state|zip)$/.test(name));
const longWords =
  "A label that goes on for much longer than any label of ours should, in case one is written";

const message: FieldDefinition = {
  name: "message",
  kind: "textarea",
  label: "Message",
  autocomplete: "off",
  rules: [required("Message is required.")],
};
const password: FieldDefinition = {
  name: "password",
  kind: "password",
  label: "Desired password",
  autocomplete: "new-password",
  rules: [required("Desired password is required.")],
};
const hours: FieldDefinition = {
  name: "hours",
  kind: "text",
  label: "Hours a week",
  autocomplete: "off",
  numeric: true,
  rules: [required("Say how many hours.")],
};

interface Sample {
  readonly field: FieldDefinition;
  readonly value: string;
  readonly error: string;
}

function draw(idPrefix: string, field: FieldDefinition, text = "", error?: string) {
  return (
    <div className={styles.form}>
      <Field field={field} idPrefix={idPrefix} defaultValue={text} error={error} />
    </div>
  );
}

/** The states of any field; each has an id prefix of its own. */
function fieldStates({ field, value, error }: Sample): readonly State[] {
  const { hint: _hint, ...plain } = field;
  const hint = field.hint ?? "Says what to type, or why we ask.";
  return [
    inState("Empty", draw("empty", plain)),
    inState("Filled", draw("filled", plain, value)),
    inState("With a hint", draw("hint", { ...plain, hint }, value)),
    inState("With hint and error", draw("error", { ...plain, hint }, value, error)),
    inState("Optional", draw("optional", { ...plain, rules: [] })),
    inState(
      "Long text",
      draw(
        "long",
        { ...plain, label: longWords, hint: `${longWords}.` },
        field.codes ? value : `${value} `.repeat(20).trim(),
        `${longWords}.`,
      ),
    ),
  ];
}

function row(idPrefix: string, error?: string) {
  return (
    <div className={styles.form}>
      <FieldRow fields={addressRow}>
        {(field) => (
          <Field
            key={field.name}
            field={field}
            idPrefix={idPrefix}
            defaultValue=""
            error={field.name === "city" ? error : undefined}
          />
        )}
      </FieldRow>
    </div>
  );
}

/** Fields of every kind (src/platform/site/forms/fields). */
export const fieldParts: readonly Part[] = [
  {
    name: "Text field",
    states: fieldStates({ field: name, value: "Ada Lovelace", error: "Name is required." }),
  },
  {
    name: "Email field",
    states: fieldStates({ field: email, value: "ada@example.com", error: "Email is invalid." }),
  },
  {
    name: "Phone field",
    states: fieldStates({
      field: phone,
      value: "719.555.0163 ext. 4",
      error: "Phone number is invalid.",
    }),
  },
  {
    name: "Password field",
    states: [
      ...fieldStates({ field: password, value: "correct horse", error: "Password is required." }),
      inState("Shown", draw("shown", { ...password, hint: passwordHint }, "correct horse"), {
        press: "button",
      }),
    ],
  },
  {
    name: "Select",
    states: fieldStates({
      field: platform,
      value: platform.options[1],
      error: "Platform: choose one.",
    }),
  },
  {
    name: "Text area",
    states: fieldStates({
      field: message,
      value: "Could someone help me with the garden on Saturday?",
      error: "Message is required.",
    }),
  },
  {
    name: "Code field",
    states: [
      ...fieldStates({ field: stateCode, value: "CO", error: "State is required." }),
      inState("Filled in with what does not fit", draw("unfit", stateCode, "Coloradoo")),
    ],
  },
  {
    name: "Exact field",
    states: fieldStates({ field: supportId, value: "24RD2C99", error: "Support ID is required." }),
  },
  {
    name: "Number field",
    states: fieldStates({ field: hours, value: "20", error: "Say how many hours." }),
  },
  {
    name: "Field row",
    states: [
      inState("Three in a line", row("row")),
      inState("With an error", row("wrong", "City is required.")),
    ],
  },
];
