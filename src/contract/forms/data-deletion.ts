import { defineForm } from "../define-form.ts";
import { saveFailed } from "../failures.ts";
import { email, name, phone, platform, supportId } from "../fields.ts";

export const dataDeletionForm = defineForm({
  collection: "DataDeletionRequests",
  fields: [name, platform, email, phone, supportId],
  submitLabel: "Submit Request",
  success: {
    heading: "Request Submitted",
    text: "Your data deletion request has been received. We will process it and notify you upon completion.",
  },
  failure: saveFailed,
  afterSuccess: "reset",
});
