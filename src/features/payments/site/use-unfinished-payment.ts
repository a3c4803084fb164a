import { useEffect } from "react";
import { useIsInitialLocation } from "../../../platform/site/runtime/form-state.ts";
import { useNavigate } from "../../../platform/site/runtime/router-context.tsx";
import { paymentSetupPath } from "./payment-anchor.ts";
import { readPendingAccount } from "./pending-account.ts";

/**
 * Redirects to the edit-profile page, which saves the payment account, if one was set up in this
 * tab and is unsaved. Only on document loads, not after client navigation.
 * @param isIncomplete the person's data has loaded and has no payment profile
 */
export function useUnfinishedPayment(isIncomplete: boolean): void {
  const isInitialLocation = useIsInitialLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (!isIncomplete || !isInitialLocation || readPendingAccount() === null) return;
    void navigate(paymentSetupPath, { replace: true });
  }, [isIncomplete, isInitialLocation, navigate]);
}
