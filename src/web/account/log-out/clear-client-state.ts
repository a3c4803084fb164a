import { dropDrafts } from "../../forms/drafts.ts";
import { forgetPerson } from "../../runtime/prefill-person.ts";
import { dropPhotoDraft } from "../edit/photo-draft.ts";
import { clearPendingAccount } from "../payment/pending-account.ts";

/** Clears personal data from memory and tab storage after a log-out, drafts included. */
export function clearClientState(): void {
  forgetPerson(true);
  dropDrafts();
  dropPhotoDraft();
  clearPendingAccount();
}
