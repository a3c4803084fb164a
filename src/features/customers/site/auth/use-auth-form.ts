import { useCallback, useEffect, useState } from "react";
import { noCookies } from "../../../../platform/contract/errors/failures.ts";
import type { FormState } from "../../../../platform/contract/form-engine/submission.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import type { ShownError } from "../../../../platform/site/forms/endpoint-form.tsx";
import { useServedNotice } from "../../../../platform/site/forms/served-notice.tsx";
import { type Outcome, request } from "../../../../platform/site/runtime/api.ts";
import { useIsInitialLocation } from "../../../../platform/site/runtime/form-state.ts";
import { useLocation, useNavigate } from "../../../../platform/site/runtime/router-context.tsx";
import { authDone, authExtras, authQuery, safeNext } from "../../contract/auth.ts";
import { authEndpoints, type LoginResponse } from "../../contract/auth-endpoints.ts";

/** Path to open after signing in: from the served state, else from the query. */
export function useNext(served: FormState | null): string | undefined {
  const { search } = useLocation();
  return served
    ? served.extras?.[authExtras.next]
    : safeNext(new URLSearchParams(search).get(authQuery.next));
}

/**
 * Redirects people who are already signed in. The server does so for documents it serves; this
 * covers client navigation and pages restored by Back.
 */
export function useSignedInRedirect(next: string | undefined): void {
  const isInitialLocation = useIsInitialLocation();
  const navigate = useNavigate();
  const check = useCallback(async () => {
    const outcome = await request(authEndpoints.session);
    if (outcome.ok && outcome.data.signedIn) {
      await navigate(next ?? paths.profile, { replace: true });
    }
  }, [navigate, next]);
  useEffect(() => {
    if (!isInitialLocation) void check();
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void check();
    };
    addEventListener("pageshow", onPageShow);
    return () => removeEventListener("pageshow", onPageShow);
  }, [isInitialLocation, check]);
}

/**
 * Checks that the browser kept the session cookie after a sign-in. Without it the next page would
 * redirect back here and not say why.
 */
export async function verifySession(
  outcome: Outcome<LoginResponse>,
): Promise<Outcome<LoginResponse>> {
  if (!outcome.ok || outcome.data.state !== "signed-in") return outcome;
  const session = await request(authEndpoints.session);
  if (!session.ok || session.data.signedIn) return outcome;
  return { ok: false, error: { code: "no-cookies", message: noCookies } };
}

/**
 * State of a page that was opened by a link from an email.
 * @param served state that the server put into the page
 */
export function useEmailedLink(served: FormState | null) {
  const isServed = served?.step === authDone;
  const [state, setState] = useState<"open" | "done" | "spent">(isServed ? "done" : "open");
  const isUnchecked = useServedNotice() !== undefined && served === null;
  const token = state === "open" ? served?.extras?.[authExtras.token] : undefined;
  return {
    isServed,
    isDone: state === "done",
    /** It was valid when the page was loaded and no longer is. */
    isSpent: state === "spent",
    /**
     * Heading once the link was used or cannot be; undefined before.
     * @param purpose what the link is for: "confirm your email"
     */
    headingOf: (done: string, purpose: string) => {
      if (state === "done") return done;
      if (isUnchecked) return "We cannot check your link right now";
      return state === "spent" || !token ? `This link cannot ${purpose}` : undefined;
    },
    /** The server could not check it: it may still be valid. */
    isUnchecked,
    token,
    /** Shows the completed state, also after a reload. */
    finish() {
      history.replaceState(history.state, "", `?${authDone}`);
      setState("done");
    },
    /** Closes the alert of a rejection; an expired link also removes the form. */
    closeOf: ({ code, close }: ShownError) =>
      code === "link-expired" ? () => setState("spent") : close,
  };
}
