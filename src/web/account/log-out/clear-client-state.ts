import { dropDrafts } from "../../forms/drafts.ts";
import { forgetPerson } from "../../runtime/prefill-person.ts";
import { dropPhotoDraft } from "../edit/photo-draft.ts";
import { clearPendingAccount } from "../payment/pending-account.ts";

/** Somebody logged out just now: half-filled forms may name them, so they go as well. */
export function clearClientState(): void {
  forgetPerson(true);
  dropDrafts();
  dropPhotoDraft();
  clearPendingAccount();
}
