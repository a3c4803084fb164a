import { useEffect } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../../contract/paths.ts";
import { useIsFirstPlace } from "../../runtime/form-state.ts";
import { paymentAnchor } from "./payment-anchor.ts";
import { readPendingAccount } from "./pending-account.ts";

/**
 * Leads who set up their payments in this tab, and did not come back to the page that saves
 * them, on to it. Not from one page of the portal to the next: who is here by a link stays.
 * @param isIncomplete the person is known by now, and has no payment profile yet
 */
export function useUnfinishedPayment(isIncomplete: boolean): void {
  const isFirstPlace = useIsFirstPlace();
  const navigate = useNavigate();
  useEffect(() => {
    if (!isIncomplete || !isFirstPlace || readPendingAccount() === null) return;
    void navigate(`${paths.editProfile}#${paymentAnchor}`, { replace: true });
  }, [isIncomplete, isFirstPlace, navigate]);
}
