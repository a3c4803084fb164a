import { dropDrafts } from "../../../../platform/site/forms/drafts.ts";
import { forgetCustomer } from "../../../../platform/site/runtime/prefill-customer.ts";
import { clearPendingAccount } from "../../../payments/site/pending-account.ts";
import { dropPhotoDraft } from "./profile/photo-draft.ts";

export function clearClientState(): void {
  forgetCustomer(true);
  dropDrafts();
  dropPhotoDraft();
  clearPendingAccount();
}
