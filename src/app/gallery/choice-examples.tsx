import type { ComponentType } from "react";
import {
  ageConfirmed,
  availability,
  workAuthorized,
} from "../../features/recruiting/contract/application-fields.ts";
import { CheckboxField } from "../../features/recruiting/site/intake/checkbox-field.tsx";
import {
  ChoiceField,
  type ChoiceFieldProps,
} from "../../features/recruiting/site/intake/choice-field.tsx";
import { WeekField } from "../../features/recruiting/site/intake/week-field.tsx";
import type { StepField } from "../../platform/contract/form-engine/define-form.ts";
import { paths } from "../../platform/contract/paths.ts";
import { inState, type Part } from "./part.ts";

const tasks: StepField = {
  name: "tasks",
  kind: "checkboxes",
  label: "What would you like to do?",
  autocomplete: "off",
  options: [
    "Company and conversation",
    "Rides",
    "A task with a name that takes more than one line",
  ],
  rules: [],
};
const terms: StepField = {
  ...ageConfirmed,
  name: "terms",
  label: "I agree to the terms.",
  links: [{ label: "Terms and conditions", path: paths.terms }],
};

function choicePart(
  name: string,
  Choice: ComponentType<ChoiceFieldProps>,
  field: StepField,
  chosen: readonly string[],
): Part {
  return {
    name,
    states: [
      inState("Nothing chosen", <Choice field={field} idPrefix="open" chosen={[]} />),
      inState("Chosen", <Choice field={field} idPrefix="made" chosen={chosen} />),
      inState(
        "With hint and error",
        <Choice
          field={{ ...field, hint: "Says what to choose, or why we ask." }}
          idPrefix="wrong"
          chosen={[]}
          error="Choose one."
        />,
      ),
    ],
  };
}

/** Choices; so far only the application forms use them. */
export const choiceParts: readonly Part[] = [
  choicePart("Radio buttons", ChoiceField, workAuthorized, workAuthorized.options.slice(0, 1)),
  choicePart("Checkboxes", ChoiceField, tasks, ["Rides"]),
  choicePart("Checkbox", CheckboxField, ageConfirmed, ["yes"]),
  choicePart("Checkbox with links", CheckboxField, terms, ["yes"]),
  choicePart("Week", WeekField, availability, availability.options?.slice(0, 3) ?? []),
];
