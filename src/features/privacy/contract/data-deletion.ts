import { saveFailed } from "../../../platform/contract/errors/failures.ts";
import { defineForm } from "../../../platform/contract/form-engine/define-form.ts";
import {
  email,
  name,
  phone,
  platform,
  supportId,
} from "../../../platform/contract/form-engine/fields.ts";
import { oneStepLeft } from "./privacy-requests.ts";

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
