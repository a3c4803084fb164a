import { z } from "zod";
import { defineEndpoint } from "../../../platform/contract/define-endpoint.ts";
import { normalizeEmail } from "../../../platform/contract/email.ts";
import { saveFailed } from "../../../platform/contract/errors/failures.ts";
import { addressLine1 } from "../../../platform/contract/form-engine/address-fields.ts";
import { defineForm } from "../../../platform/contract/form-engine/define-form.ts";
import { email } from "../../../platform/contract/form-engine/fields.ts";
import { formSchema } from "../../../platform/contract/form-engine/form-schema.ts";
import {
  emailRule,
  looksLikeEmail,
  phoneRule,
} from "../../../platform/contract/form-engine/rules.ts";
import {
  checkedText,
  storableText,
  typedText,
  version,
} from "../../../platform/contract/schemas.ts";
import { createAccountCollection } from "./auth.ts";
import { accountPhone, nameFields } from "./create-account.ts";

/** Fields of the profile that staff correct; the login email is not among them. */
export const correctable = [
  "firstName",
  "lastName",
  "phoneNumber",
  "addressLine1",
  "city",
  "state",
  "zip",
] as const;

export type CorrectableName = (typeof correctable)[number];

export const correctableLabels: Readonly<Record<CorrectableName, string>> = {
  firstName: "First name",
  lastName: "Last name",
  phoneNumber: "Phone",
  addressLine1: "Address",
  city: "City",
  state: "State",
  zip: "ZIP code",
};

/** Characters of the reason of a lock, which the customer reads. */
export const maxLockReason = 300;

/** How long the old address may undo a change of the email by staff. */
export const emailUndoHours = 72;

/** How long the removal of a second factor waits, unless another staff member confirms it. */
export const factorRemovalHours = 24;

/** How long the link to choose a password works that a customer gets whom staff add. */
export const welcomeLinkHours = 72;

/** How a customer whom staff added gets to choose a password. */
export const welcomeWays = ["email", "text", "letter"] as const;

export type WelcomeWay = (typeof welcomeWays)[number];

export const welcomeWayLabels: Readonly<Record<WelcomeWay, string>> = {
  email: "With a link by email",
  text: "With a link by text",
  letter: "With a code in a letter that you print",
};

/** How long the code of a letter works: the mail takes days. */
export const letterCodeDays = 30;

/** A letter to print. */
export interface WelcomeLetter {
  readonly name: string;
  /** Lines of the postal address. */
  readonly address: readonly string[];
  /** Page on which the code is typed. */
  readonly page: string;
  /** "7KDPM-X2R9H" */
  readonly code: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  /** The login email, if there is one; otherwise the customer chooses it. */
  readonly email: string;
}

/** A customer who calls: as in the public form, but without a password; some have no email or phone. */
export const newCustomerForm = defineForm({
  collection: createAccountCollection,
  fields: [
    ...nameFields,
    addressLine1,
    { ...email, rules: [emailRule] },
    { ...accountPhone, rules: [phoneRule] },
  ],
  submitLabel: "Add the customer",
  success: { heading: "", text: "" },
  failure: saveFailed,
  afterSuccess: "reset",
});

const newEmail = checkedText("Email is invalid.", (text) => looksLikeEmail(normalizeEmail(text)));

/**
 * What staff do for a customer's account. Each needs a passed check of the caller, except for those
 * marked, is in the audit log under the support ID, and emails the customer. `id` is the account's uid.
 * Rejected with "case-changed" if the account is no longer in the state that it needs.
 */
export const accountEndpoints = {
  /** Adds a customer, who gets a link to choose a password. Needs no check: there is no account yet. */
  add: defineEndpoint("desk-recent:customer-work POST /api/desk/customers", {
    body: formSchema(newCustomerForm, ["welcome", "agreed"]),
    response: z.object({ id: z.string() }),
  }),
  /** Lets a customer who was added choose a password. Needs no check: no one has used the account yet. */
  welcome: defineEndpoint("desk-recent:customer-work POST /api/desk/customers/:id/welcome", {
    body: z.strictObject({ by: z.enum(welcomeWays) }),
    response: z.custom<{ readonly letter: WelcomeLetter | null }>(),
  }),
  /** Emails a link to set a new password. */
  sendResetLink: defineEndpoint(
    "desk-recent:customer-work POST /api/desk/customers/:id/reset-link",
  ),
  /** Texts that link, to a number that agreed to texts some days ago. */
  textResetLink: defineEndpoint(
    "desk-recent:customer-work POST /api/desk/customers/:id/reset-link-text",
  ),
  /** Emails the link that confirms the email again. */
  sendConfirmation: defineEndpoint(
    "desk-recent:customer-work POST /api/desk/customers/:id/confirmation-link",
  ),
  endSessions: defineEndpoint("desk-recent:customer-work DELETE /api/desk/customers/:id/sessions"),
  /** Ends all sessions too. Needs no check: whoever suspects a fraud cannot pass it. */
  lock: defineEndpoint("desk-recent:customer-work PUT /api/desk/customers/:id/lock", {
    body: z.strictObject({ reason: typedText(maxLockReason) }),
  }),
  unlock: defineEndpoint("desk-recent:customer-work DELETE /api/desk/customers/:id/lock"),
  /** `version` is that of the profile. */
  correct: defineEndpoint("desk-recent:customer-work PATCH /api/desk/customers/:id", {
    body: z.strictObject({
      version,
      changes: z.partialRecord(z.enum(correctable), storableText(1000)),
    }),
  }),
  /** At once; the old address may undo it. */
  changeEmail: defineEndpoint("desk-recent:customer-work PUT /api/desk/customers/:id/email", {
    body: z.strictObject({ email: newEmail }),
  }),
  /** The second factor is removed when another staff member confirms it, or after a day. */
  askFactorRemoval: defineEndpoint(
    "desk-recent:customer-work POST /api/desk/customers/:id/second-factor-removal",
  ),
  /** By another staff member, who needs no check. */
  confirmFactorRemoval: defineEndpoint(
    "desk-recent:customer-work PUT /api/desk/customers/:id/second-factor-removal",
  ),
  /** Needs no check: the customer who was told may be the one who calls. */
  cancelFactorRemoval: defineEndpoint(
    "desk-recent:customer-work DELETE /api/desk/customers/:id/second-factor-removal",
  ),
} as const;
