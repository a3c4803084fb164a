import type { ComponentType } from "react";
import {
  describedBy,
  FieldError,
  FieldFrame,
  TextField,
} from "../../../platform/desk/ui/field.tsx";
import { FormAlert, formClass, SubmitButton } from "../../../platform/desk/ui/form-controls.tsx";
import { Actions } from "../../../platform/desk/ui/panel.tsx";
import { PasswordField } from "../../../platform/desk/ui/password-field.tsx";
import { inState, type Part, type State } from "../part.ts";
import { longAddress, longLine } from "./sample-texts.ts";

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly error?: string;
  readonly defaultValue?: string;
}

function Select({ defaultValue, ...frame }: FieldProps) {
  const { id, hint, error } = frame;
  return (
    <FieldFrame {...frame}>
      <select
        id={id}
        defaultValue={defaultValue}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
      >
        <option value="">Choose one</option>
        <option>Imani Bell</option>
        <option>{longLine}</option>
      </select>
    </FieldFrame>
  );
}

function TextArea({ defaultValue, ...frame }: FieldProps) {
  const { id, hint, error } = frame;
  return (
    <FieldFrame {...frame}>
      <textarea
        id={id}
        rows={3}
        defaultValue={defaultValue}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
      />
    </FieldFrame>
  );
}

const hint = "Says what to type, or why we ask.";

/** The states of any field; ids begin with the part's. */
function fieldStates(
  part: string,
  Field: ComponentType<FieldProps>,
  label: string,
  value: string,
  longValue: string,
): readonly State[] {
  return [
    inState("Empty", <Field id={`${part}-empty`} label={label} />),
    inState("Filled", <Field id={`${part}-filled`} label={label} defaultValue={value} />),
    inState("With a hint", <Field id={`${part}-hint`} label={label} hint={hint} />),
    inState(
      "With hint and error",
      <Field
        id={`${part}-error`}
        label={label}
        hint={hint}
        error="This does not fit."
        defaultValue={value}
      />,
    ),
    inState(
      "Long text",
      <Field
        id={`${part}-long`}
        label={longLine}
        hint={longLine}
        error={longLine}
        defaultValue={longValue}
      />,
    ),
  ];
}

interface ExampleFormProps {
  readonly id: string;
  readonly alert?: string;
  readonly isBusy?: boolean;
}

function ExampleForm({ id, alert, isBusy = false }: ExampleFormProps) {
  return (
    <form className={formClass} onSubmit={(event) => event.preventDefault()}>
      <FormAlert message={alert} />
      <TextField id={`${id}-email`} label="Work email" error={alert && "Enter your work email."} />
      <PasswordField id={`${id}-password`} label="Password" />
      <Actions>
        <SubmitButton isBusy={isBusy}>{isBusy ? "Logging in…" : "Log in"}</SubmitButton>
      </Actions>
    </form>
  );
}

const password = { label: "Password" };

/** Fields and forms of src/platform/desk/ui. */
export const fieldParts: readonly Part[] = [
  {
    name: "Text field",
    states: [
      ...fieldStates("text", TextField, "Work email", "imani@example.com", longAddress),
      inState("Label before the field", <TextField id="text-inline" label="Find" isInline />),
    ],
  },
  {
    name: "Select",
    states: fieldStates("select", Select, "Assigned to", "Imani Bell", longLine),
  },
  {
    name: "Text area",
    states: fieldStates(
      "area",
      TextArea,
      "Note",
      "She called back at noon.",
      `${longLine} ${longLine}`,
    ),
  },
  {
    name: "Field error",
    states: [
      inState("Default", <FieldError id="lone-error">Choose one.</FieldError>),
      inState("Long text", <FieldError id="long-error">{longLine}</FieldError>),
    ],
  },
  {
    name: "Password field",
    states: [
      inState("Empty", <PasswordField {...password} id="password-empty" />),
      inState("Shown", <PasswordField {...password} id="password-shown" />, { press: "button" }),
      inState(
        "New, with a hint",
        <PasswordField id="password-new" label="New password" hint={hint} isNew />,
      ),
      inState(
        "With hint and error",
        <PasswordField
          {...password}
          id="password-error"
          hint={hint}
          error="Enter your password."
        />,
      ),
      inState(
        "Long text",
        <PasswordField id="password-long" label={longLine} hint={longLine} error={longLine} />,
      ),
    ],
  },
  {
    name: "Form alert",
    states: [
      inState("Message", <FormAlert message="The code does not fit. Please try again." />),
      inState("Long text", <FormAlert message={longLine} />),
      inState("Empty: takes no space", <FormAlert message={undefined} />),
    ],
  },
  {
    name: "Form",
    states: [
      inState("Default", <ExampleForm id="form" />),
      inState("With errors", <ExampleForm id="form-errors" alert="Please check what is marked." />),
      inState("Busy", <ExampleForm id="form-busy" isBusy />),
    ],
  },
];
