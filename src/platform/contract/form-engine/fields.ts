import { brand } from "../../../brand.ts";
import type { Field } from "./define-form.ts";
import { emailRules, phoneRule, required } from "./rules.ts";

/** Fields that several forms share, so that their wording stays the same. */
export const firstName = {
  name: "firstName",
  kind: "text",
  label: "First name",
  autocomplete: "given-name",
  rules: [required("First name is required.")],
} as const satisfies Field;

export const lastName = {
  name: "lastName",
  kind: "text",
  label: "Last name",
  autocomplete: "family-name",
  rules: [required("Last name is required.")],
} as const satisfies Field;

export const name = {
  name: "name",
  kind: "text",
  label: "Name",
  autocomplete: "name",
  rules: [required("Name is required.")],
} as const satisfies Field;

export const email = {
  name: "email",
  kind: "email",
  label: "Email",
  autocomplete: "email",
  rules: emailRules,
} as const satisfies Field;

export const phone = {
  name: "phone",
  kind: "tel",
  label: "Phone",
  hint: "Include the area code. Add it if you would like a call.",
  autocomplete: "tel-national",
  rules: [phoneRule],
} as const satisfies Field;

/** Which app the form is about; the default is the main app. */
export const platform = {
  name: "platform",
  kind: "select",
  label: "Platform",
  hint: "Which app is it about?",
  autocomplete: "off",
  options: [brand.apps.main.name, brand.apps.caregiver.name, brand.apps.provider.name],
  rules: [],
} as const satisfies Field;

export const supportId = {
  name: "supportId",
  kind: "text",
  label: "Support ID",
  hint: "Found in the app under Settings, About page.",
  autocomplete: "off",
  rules: [required("Support ID is required.")],
  exact: true,
} as const satisfies Field;
