import { saveFailed } from "../../../platform/contract/errors/failures.ts";
import { defineForm } from "../../../platform/contract/form-engine/define-form.ts";
import {
  email,
  name,
  phone,
  platform,
  supportId,
} from "../../../platform/contract/form-engine/fields.ts";

/** After a request about data: on the page that confirms it, and the heading of the email. */
export const oneStepLeft = "One step is left: open the email and press the button";

export const dataDeletionForm = defineForm({
  collection: "DataDeletionRequests",
  fields: [name, platform, email, phone, supportId],
  submitLabel: "Submit Request",
  success: {
    heading: "Request Submitted",
    text: "Your data deletion request has been received. We will process it and notify you upon completion.",
    next: oneStepLeft,
  },
  failure: saveFailed,
  afterSuccess: "reset",
});
