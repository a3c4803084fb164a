import { z } from "zod";
import { defineEndpoint } from "../../../platform/contract/define-endpoint.ts";
import { normalizeEmail } from "../../../platform/contract/email.ts";
import { saveFailed } from "../../../platform/contract/errors/failures.ts";
import { addressLine1 } from "../../../platform/contract/form-engine/address-fields.ts";
import { defineForm } from "../../../platform/contract/form-engine/define-form.ts";
import { formSchema } from "../../../platform/contract/form-engine/form-schema.ts";
import { looksLikeEmail } from "../../../platform/contract/form-engine/rules.ts";
import {
  checkedText,
  storableText,
  typedText,
  version,
} from "../../../platform/contract/schemas.ts";
import { createAccountCollection } from "./auth.ts";
import { accountFields } from "./create-account.ts";

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

/** A customer who calls: as in the public form, with the address in place of the password. */
export const newCustomerForm = defineForm({
  collection: createAccountCollection,
  fields: [...accountFields, addressLine1],
  submitLabel: "Add the customer",
  success: { heading: "", text: "" },
  failure: saveFailed,
  afterSuccess: "reset",
});

const email = checkedText("Email is invalid.", (text) => looksLikeEmail(normalizeEmail(text)));

/**
 * What staff do for a customer's account. Each needs a passed check of the caller, except for those
 * marked, is in the audit log under the support ID, and emails the customer. `id` is the account's uid.
 * Rejected with "case-changed" if the account is no longer in the state that it needs.
 */
export const accountEndpoints = {
  /** Adds a customer, who gets a link to choose a password. Needs no check: there is no account yet. */
  add: defineEndpoint("desk-recent:customer-work POST /api/desk/customers", {
    body: formSchema(newCustomerForm),
    response: z.object({ id: z.string() }),
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
    body: z.strictObject({ email }),
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
