import type { FormDefinition } from "../../../../platform/contract/form-engine/define-form.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { dataDeletionForm } from "../../../privacy/contract/data-deletion.ts";
import { barrierForm } from "./barrier.ts";
import { callBackForm } from "./call-back.ts";
import { cancellationForm } from "./cancellation.ts";
import { contactForm } from "./contact.ts";
import { featureForm } from "./feature.ts";
import { feedbackForm } from "./feedback.ts";
import { investorForm } from "./investor.ts";
import { supportForm } from "./support.ts";
import { worryForm } from "./worry.ts";

export interface PublicForm {
  readonly form: FormDefinition;
  readonly path: string;
}

/** The plain public forms. A new form needs a definition, a line here, and a page. */
export const publicForms: readonly PublicForm[] = [
  { form: supportForm, path: paths.support },
  { form: contactForm, path: paths.contact },
  { form: featureForm, path: paths.requestFeature },
  { form: feedbackForm, path: paths.feedback },
  { form: investorForm, path: paths.investors },
  { form: dataDeletionForm, path: paths.privacyRequest },
  { form: callBackForm, path: paths.callMe },
  { form: worryForm, path: paths.safety },
  { form: barrierForm, path: paths.accessibility },
  { form: cancellationForm, path: paths.cancel },
];
