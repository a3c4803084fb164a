import { useCallback, useEffect, useRef, useState } from "react";
import {
  endpoints,
  type PaymentResponse,
  type ProfileResponse,
  type StripeAccountResponse,
} from "../../../contract/endpoints/endpoints.ts";
import { failureWithWait } from "../../../contract/errors/error-message.ts";
import { paymentNotSetUp } from "../../../contract/errors/failures.ts";
import { type Outcome, post } from "../../runtime/api.ts";
import { useLoginRedirect } from "../parts/use-portal-data.ts";
import {
  findPaymentWindow,
  openPaymentWindow,
  openPaymentWindowLeft,
  untilWaiting,
  watchPaymentWindow,
} from "./payment-window.ts";
import {
  dropPendingAccount,
  isPendingInWindow,
  keepPendingAccount,
  readPendingAccount,
} from "./pending-account.ts";

/** Where setting up the payment profile stands (SPEC 4). */
export type SetupStage =
  | { readonly kind: "offered" }
  /** The provider's page is on its way; the window waits for it, if the browser opened one. */
  | { readonly kind: "opening"; readonly hasWindow: boolean }
  /** The person is in the other window. */
  | { readonly kind: "away"; readonly accountId: string }
  /** The person closed the window before the provider's page was there. */
  | { readonly kind: "closed"; readonly accountId: string }
  /** No window: the way on is a link. */
  | { readonly kind: "blocked"; readonly url: string; readonly accountId: string }
  | { readonly kind: "saving" }
  /** Set up, but we could not save it. */
  | { readonly kind: "unsaved"; readonly accountId: string }
  | { readonly kind: "complete"; readonly needs: readonly string[] };

type CallError = Extract<Outcome<unknown>, { ok: false }>["error"];

const offered: SetupStage = { kind: "offered" };

/** Behaviour of the payment prompt: opens the window, watches it, saves what came of it. */
export function usePaymentSetup(profile: ProfileResponse, onChanged: () => void) {
  const { uid, stripeAccountId } = profile.user;
  const [stage, setStage] = useState<SetupStage>(offered);
  const [alert, setAlert] = useState<"done" | { readonly failure: string }>();
  const toLogin = useLoginRedirect();
  const latest = useRef({ onChanged, toLogin });
  useEffect(() => {
    latest.current = { onChanged, toLogin };
  });
  const endWatch = useRef<() => void>(undefined);
  const isHere = useRef(true);

  const fail = useCallback((error: CallError) => {
    if (error.code === "not-signed-in") {
      latest.current.toLogin();
      return;
    }
    const wait = "retryAfter" in error ? error.retryAfter : undefined;
    setAlert({ failure: failureWithWait(paymentNotSetUp, wait) });
  }, []);

  const save = useCallback(
    async (accountId: string, isReturn = false) => {
      setStage({ kind: "saving" });
      const outcome = await post<PaymentResponse>(endpoints.confirmStripeAccount, { accountId });
      if (outcome.ok) {
        dropPendingAccount();
        setStage({ kind: "complete", needs: outcome.data.paymentNeeds });
        setAlert("done");
        latest.current.onChanged();
      } else if (outcome.error.code === "not-found") {
        dropPendingAccount();
        setStage(offered);
        // After a return: left by somebody who used this tab before.
        if (!isReturn) fail(outcome.error);
      } else {
        setStage({ kind: "unsaved", accountId });
        fail(outcome.error);
      }
    },
    [fail],
  );

  const watch = useCallback(
    (popup: Window, accountId: string) => {
      setStage({ kind: "away", accountId });
      endWatch.current?.();
      endWatch.current = watchPaymentWindow(popup, () => void save(accountId));
    },
    [save],
  );

  useEffect(() => {
    const goOn = () => {
      const accountId = readPendingAccount();
      if (accountId === null) return;
      if (stripeAccountId !== undefined) {
        dropPendingAccount();
        return;
      }
      const popup = openPaymentWindowLeft() ?? (isPendingInWindow() ? findPaymentWindow() : null);
      if (popup) watch(popup, accountId);
      else void save(accountId, true);
    };
    // A browser may bring the whole page back as it was left.
    const cameBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) goOn();
    };
    isHere.current = true;
    goOn();
    addEventListener("pageshow", cameBack);
    return () => {
      isHere.current = false;
      removeEventListener("pageshow", cameBack);
      endWatch.current?.();
    };
  }, [stripeAccountId, save, watch]);

  async function start() {
    setAlert(undefined);
    const popup = openPaymentWindow();
    setStage({ kind: "opening", hasWindow: popup !== null });
    const outcome = await post<StripeAccountResponse>(endpoints.createStripeAccount, { uid });
    if (!outcome.ok) {
      popup?.close();
      setStage(offered);
      if (outcome.error.code === "payment-complete") onChanged();
      else fail(outcome.error);
      return;
    }
    const { url, accountId } = outcome.data;
    const isWaiting = popup !== null && (await untilWaiting(popup));
    if (!isWaiting) {
      setStage(popup?.closed ? { kind: "closed", accountId } : { kind: "blocked", url, accountId });
      popup?.close();
      return;
    }
    keepPendingAccount(accountId, true);
    // The waiting page is no place to go back to.
    popup.location.replace(url);
    // A screen that has gone meanwhile watches once it is back.
    if (isHere.current) watch(popup, accountId);
  }

  /** The person goes on in this tab instead: remember the account for when they are back. */
  function leave(accountId: string) {
    endWatch.current?.();
    openPaymentWindowLeft()?.close();
    keepPendingAccount(accountId, false);
  }

  return {
    stage: stripeAccountId === undefined ? stage : completeStage(profile),
    alert,
    dismissAlert: () => setAlert(undefined),
    start,
    save,
    showWindow: () => openPaymentWindowLeft()?.focus(),
    leave,
  };
}

function completeStage({ paymentNeeds }: ProfileResponse): SetupStage {
  return { kind: "complete", needs: paymentNeeds };
}
