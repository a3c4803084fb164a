import { saveFailed } from "../../../platform/contract/errors/failures.ts";
import {
  defineForm,
  type Field,
  type FormDefinition,
} from "../../../platform/contract/form-engine/define-form.ts";
import { email, name } from "../../../platform/contract/form-engine/fields.ts";
import { emailRule, phoneRule, required } from "../../../platform/contract/form-engine/rules.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { type PrivacyKind, privacyLimits } from "./cases.ts";
import { correctable } from "./corrections.ts";

/**
 * Names in the query and in the forms of /your-privacy: which kind is asked, "other" if for another
 * person, and which form was posted.
 */
export const askName = "ask";
export const askForName = "for";
export const actName = "act";
/** Hidden field: the same page sends one request, however often its button is pressed. */
export const askKeyName = "_key";

/** The forms of /your-privacy. */
export type YourPrivacyAct = "ask" | "find" | "opt-out" | "opt-in";

export const privacyForms = "PrivacyRequests";

export const agentRoles = [
  "Family member",
  "Lawyer",
  "Service that sends privacy requests",
  "Someone else",
] as const;

const correctionFields: readonly Field[] = correctable.map(
  ({ name: field, label, becomes: hint }): Field => {
    const shared = { name: field, label: `${label} should be`, hint } as const;
    switch (field) {
      case "newEmail":
        return { ...shared, kind: "email", autocomplete: "off", rules: [emailRule] };
      case "newPhone":
        return { ...shared, kind: "tel", autocomplete: "off", rules: [phoneRule] };
      case "otherChange":
        return {
          ...shared,
          label: "What else is wrong, and what should it say?",
          kind: "textarea",
          autocomplete: "off",
          maxText: privacyLimits.details,
          rules: [],
        };
      default:
        return { ...shared, kind: "text", autocomplete: "off", rules: [] };
    }
  },
);

const details: Field = {
  name: "details",
  kind: "textarea",
  label: "What else should we know?",
  hint: "For example another name or address that you used with us.",
  autocomplete: "off",
  maxText: privacyLimits.details,
  rules: [],
};

const agentFields: readonly Field[] = [
  {
    name: "agentName",
    kind: "text",
    label: "Your own name",
    autocomplete: "name",
    maxLength: privacyLimits.agentName,
    rules: [required("Enter your own name.")],
  },
  {
    name: "agentEmail",
    kind: "email",
    label: "Your own email",
    hint: "We send you a link, where you show us that you may ask.",
    autocomplete: "email",
    rules: [required("Enter your own email."), emailRule],
  },
  {
    name: "agentRole",
    kind: "select",
    label: "Who are you to them?",
    autocomplete: "off",
    options: agentRoles,
    rules: [],
  },
];

const ownName: Field = { ...name, maxLength: privacyLimits.name };
const ownEmail: Field = {
  ...email,
  hint: "The address that you use with us. We send a link there.",
};
const theirName: Field = { ...ownName, label: "Their name", autocomplete: "off" };
const theirEmail: Field = {
  ...email,
  label: "Their email",
  hint: "The address that they use with us. We ask them there whether they agree.",
  autocomplete: "off",
};

/** The form of one kind of request, for oneself or for another person. */
export function privacyForm(kind: PrivacyKind, isAgent: boolean): FormDefinition {
  const who = isAgent ? [...agentFields, theirName, theirEmail] : [ownName, ownEmail];
  const what = kind === "correction" ? correctionFields : kind === "opt-out" ? [] : [details];
  return defineForm({
    collection: privacyForms,
    fields: [...who, ...what],
    submitLabel: "Send my request",
    success: { heading: "We have your request", text: "" },
    failure: saveFailed,
    afterSuccess: "reset",
  });
}

/** Every field that one of these forms has. */
export const privacyFieldNames: readonly string[] = [
  ...new Set(
    (["copy", "correction"] as const).flatMap((kind) =>
      privacyForm(kind, true).fields.map((field) => field.name),
    ),
  ),
];

/** The form that finds a request by its reference. */
export const findRequestForm = defineForm({
  collection: "FindPrivacyRequest",
  fields: [
    {
      name: "reference",
      kind: "text",
      label: "Request number",
      autocomplete: "off",
      exact: true,
      rules: [required("Enter the number from our email.")],
    },
  ],
  submitLabel: "Send me the link",
  success: { heading: "We sent you the link", text: "" },
  failure: saveFailed,
  afterSuccess: "reset",
});

/** The page with one kind of request open. */
export function askPath(kind: PrivacyKind, isAgent = false): string {
  return `${paths.yourPrivacy}?ask=${kind}${isAgent ? "&for=other" : ""}`;
}

/** The page where somebody chooses what to ask for another person. */
export const askForOtherPath = `${paths.yourPrivacy}?for=other`;

/** What the page shows. Times are ISO 8601. */
export interface YourPrivacyState {
  /** Null: the overview. */
  readonly ask: PrivacyKind | null;
  readonly isAgent: boolean;
  /** Of the form: another one for each page. */
  readonly key?: string;
  /** Whether the browser sends Global Privacy Control, and since when the account keeps it. */
  readonly signal: { readonly isOn: boolean; readonly keptSince: string | null };
  /** Whether the person said no themselves, in this browser or on the account. */
  readonly choice: {
    readonly isInBrowser: boolean;
    readonly onAccountSince: string | null;
  };
  readonly isSignedIn: boolean;
  /** Today, YYYY-MM-DD, in the company's time zone. */
  readonly today: string;
  /** The request that was just sent. */
  readonly sent?: {
    readonly reference: string;
    readonly kind: PrivacyKind;
    readonly dueAt: string;
    readonly isDone: boolean;
    readonly isAgent: boolean;
  };
  /** Which form has the errors of the state. */
  readonly act?: YourPrivacyAct;
  /** A link was sent for a request that was found. */
  readonly isFound?: true;
}

declare module "../../../platform/contract/form-engine/submission.ts" {
  interface FormState {
    /** What /your-privacy shows. */
    readonly yourPrivacy?: YourPrivacyState;
  }
}
