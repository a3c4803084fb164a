import { dropDrafts } from "../../../../platform/site/forms/drafts.ts";
import { forgetPerson } from "../../../../platform/site/runtime/prefill-person.ts";
import { clearPendingAccount } from "../../../payments/site/pending-account.ts";
import { dropPhotoDraft } from "./edit/photo-draft.ts";

/** Clears personal data from memory and tab storage after a log-out, drafts included. */
export function clearClientState(): void {
  forgetPerson(true);
  dropDrafts();
  dropPhotoDraft();
  clearPendingAccount();
}
