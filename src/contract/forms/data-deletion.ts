import { oneStepLeft } from "../data-requests.ts";
import { saveFailed } from "../errors/failures.ts";
import { defineForm } from "../form-engine/define-form.ts";
import { email, name, phone, platform, supportId } from "../form-engine/fields.ts";

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
