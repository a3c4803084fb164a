import { facts } from "../facts.ts";
import type { Field } from "./define-form.ts";
import { stateCodes } from "./state-codes.ts";

/** Fields of a postal address, without rules: each form adds its own. */
export const addressLine1 = {
  name: "addressLine1",
  kind: "text",
  label: "Address line 1",
  autocomplete: "address-line1",
  rules: [],
} as const satisfies Field;

export const city = {
  name: "city",
  kind: "text",
  label: "City",
  autocomplete: "address-level2",
  rules: [],
} as const satisfies Field;

/** Two letters; the control accepts no more. */
export const state = {
  name: "state",
  kind: "text",
  label: "State",
  hint: "Two letters. Example: CO",
  autocomplete: "address-level1",
  rules: [],
  maxLength: facts.stateLength,
  capitals: true,
  codes: stateCodes,
} as const satisfies Field;

export const zip = {
  name: "zip",
  kind: "text",
  label: "ZIP code",
  autocomplete: "postal-code",
  rules: [],
} as const satisfies Field;
