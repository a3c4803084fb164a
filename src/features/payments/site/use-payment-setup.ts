import { useCallback, useEffect, useRef, useState } from "react";
import { failureWithWait } from "../../../platform/contract/errors/error-message.ts";
import { paymentNotSetUp } from "../../../platform/contract/errors/failures.ts";
import { type Outcome, request } from "../../../platform/site/runtime/api.ts";
import type { ProfileResponse } from "../../customers/contract/profile.ts";
import { useLoginRedirect } from "../../customers/site/account/use-portal-data.ts";
import { paymentEndpoints } from "../contract/payments.ts";
import {
  currentPaymentWindow,
  findPaymentWindow,
  openPaymentWindow,
  waitForOpeningPage,
  watchPaymentWindow,
} from "./payment-window.ts";
import {
  clearPendingAccount,
  isPendingInWindow,
  readPendingAccount,
  savePendingAccount,
} from "./pending-account.ts";

export type SetupStage =
  | { readonly kind: "offered" }
  /** Requesting the provider's URL; the window waits for it, if the browser opened one. */
  | { readonly kind: "opening"; readonly hasWindow: boolean }
  /** The person is in the payment window. */
  | { readonly kind: "away"; readonly accountId: string }
  /** The window was closed before there was an account. */
  | { readonly kind: "closed"; readonly accountId: string }
  /** The window was blocked: a link continues in this tab. */
  | { readonly kind: "blocked"; readonly url: string; readonly accountId: string }
  | { readonly kind: "saving" }
  /** Set up, but saving failed. */
  | { readonly kind: "unsaved"; readonly accountId: string }
  | { readonly kind: "complete"; readonly needs: readonly string[] };

type RequestError = Extract<Outcome<unknown>, { ok: false }>["error"];

const offered: SetupStage = { kind: "offered" };

/** Behavior of the payment prompt: opens the window, watches it, saves the result. */
export function usePaymentSetup(profile: ProfileResponse, onChanged: () => void) {
  const { uid, stripeAccountId } = profile.user;
  const [stage, setStage] = useState<SetupStage>(offered);
  const [alert, setAlert] = useState<"done" | { readonly failure: string }>();
  const redirectToLogin = useLoginRedirect();
  const latest = useRef({ onChanged, redirectToLogin });
  useEffect(() => {
    latest.current = { onChanged, redirectToLogin };
  });
  const endWatch = useRef<() => void>(undefined);
  const isMounted = useRef(true);

  const fail = useCallback((error: RequestError) => {
    if (error.code === "not-signed-in") {
      latest.current.redirectToLogin();
      return;
    }
    const wait = "retryAfter" in error ? error.retryAfter : undefined;
    setAlert({ failure: failureWithWait(paymentNotSetUp, wait) });
  }, []);

  const save = useCallback(
    async (accountId: string, isReturn = false) => {
      setStage({ kind: "saving" });
      const outcome = await request(paymentEndpoints.confirmAccount, { accountId });
      if (outcome.ok) {
        clearPendingAccount();
        setStage({ kind: "complete", needs: outcome.data.paymentNeeds });
        setAlert("done");
        latest.current.onChanged();
      } else if (outcome.error.code === "not-found") {
        clearPendingAccount();
        setStage(offered);
        // On a return it may belong to another person who used this tab before.
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
    const resume = () => {
      const accountId = readPendingAccount();
      if (accountId === null) return;
      if (stripeAccountId !== undefined) {
        clearPendingAccount();
        return;
      }
      const popup = currentPaymentWindow() ?? (isPendingInWindow() ? findPaymentWindow() : null);
      if (popup) watch(popup, accountId);
      else void save(accountId, true);
    };
    // The back/forward cache may restore the page.
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) resume();
    };
    isMounted.current = true;
    resume();
    addEventListener("pageshow", onPageShow);
    return () => {
      isMounted.current = false;
      removeEventListener("pageshow", onPageShow);
      endWatch.current?.();
    };
  }, [stripeAccountId, save, watch]);

  async function start() {
    setAlert(undefined);
    const popup = openPaymentWindow();
    setStage({ kind: "opening", hasWindow: popup !== null });
    const outcome = await request(paymentEndpoints.createAccount, { uid });
    if (!outcome.ok) {
      popup?.close();
      setStage(offered);
      if (outcome.error.code === "payment-complete") onChanged();
      else fail(outcome.error);
      return;
    }
    const { url, accountId } = outcome.data;
    // Closed before there was an account: nothing to save (record 0050).
    if (popup?.closed) {
      setStage({ kind: "closed", accountId });
      return;
    }
    if (popup === null || !(await waitForOpeningPage(popup))) {
      if (popup?.closed) {
        savePendingAccount(accountId, false);
        void save(accountId);
      } else {
        setStage({ kind: "blocked", url, accountId });
        popup?.close();
      }
      return;
    }
    savePendingAccount(accountId, true);
    // Replaces the waiting page in the history.
    popup.location.replace(url);
    // If the screen was unmounted meanwhile, it resumes on its next mount.
    if (isMounted.current) watch(popup, accountId);
  }

  /** Continues in this tab: stores the account for the return. */
  function leave(accountId: string) {
    endWatch.current?.();
    currentPaymentWindow()?.close();
    savePendingAccount(accountId, false);
  }

  return {
    stage: stripeAccountId === undefined ? stage : completeStage(profile),
    alert,
    dismissAlert: () => setAlert(undefined),
    start,
    save,
    showWindow: () => currentPaymentWindow()?.focus(),
    leave,
  };
}

function completeStage({ paymentNeeds }: ProfileResponse): SetupStage {
  return { kind: "complete", needs: paymentNeeds };
}
