import { dropDrafts } from "../../../../platform/site/forms/drafts.ts";
import { forgetPerson } from "../../../../platform/site/runtime/prefill-person.ts";
import { clearPendingAccount } from "../../../payments/site/pending-account.ts";
import { dropPhotoDraft } from "./profile/photo-draft.ts";

export function clearClientState(): void {
  forgetPerson(true);
  dropDrafts();
  dropPhotoDraft();
  clearPendingAccount();
}
