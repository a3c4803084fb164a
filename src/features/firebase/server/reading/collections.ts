import type { FormDefinition } from "../../../../platform/contract/form-engine/define-form.ts";
import { users } from "../../../customers/server/customers.ts";
import { contactForm } from "../../../messages/contract/forms/contact.ts";
import { featureForm } from "../../../messages/contract/forms/feature.ts";
import { feedbackForm } from "../../../messages/contract/forms/feedback.ts";
import { investorForm } from "../../../messages/contract/forms/investor.ts";
import { supportForm } from "../../../messages/contract/forms/support.ts";
import { newsletter } from "../../../newsletter/contract/newsletter.ts";
import { dataDeletionForm } from "../../../privacy/contract/data-deletion.ts";

/** The collections of the old database (SPEC 3). */
export const collections = {
  users: users.name,
  /** Below each user. */
  requests: "CompletedRequests",
  newsletter: newsletter.collection,
} as const;

export const profilePath = (uid: string) => `${collections.users}/${uid}`;

/** The forms whose records were collections of the same names. */
export const formsByCollection: ReadonlyMap<string, FormDefinition> = new Map(
  [supportForm, contactForm, featureForm, feedbackForm, investorForm, dataDeletionForm].map(
    (form) => [form.collection, form],
  ),
);
