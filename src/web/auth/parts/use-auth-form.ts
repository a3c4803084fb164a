import { useCallback, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { authDone, authExtras, authQuery, safeNext } from "../../../contract/auth.ts";
import {
  endpoints,
  type LoginResponse,
  type SessionResponse,
} from "../../../contract/endpoints/endpoints.ts";
import { noCookies } from "../../../contract/errors/failures.ts";
import type { FormState } from "../../../contract/forms/submission.ts";
import { paths } from "../../../contract/paths.ts";
import type { ShownError } from "../../forms/endpoint-form.tsx";
import { useServedNotice } from "../../forms/served-notice.tsx";
import { type Outcome, request } from "../../runtime/api.ts";
import { useIsFirstPlace } from "../../runtime/form-state.ts";

/** Where a door leads: what the server put into the page, else what its address asks for. */
export function useNext(served: FormState | null): string | undefined {
  const { search } = useLocation();
  return served
    ? served.extras?.[authExtras.next]
    : safeNext(new URLSearchParams(search).get(authQuery.next));
}

/**
 * Takes somebody who is signed in already to their own page. The server does so for a
 * page that it is asked for; this is for pages reached by a link, and by Back.
 */
export function useSignedInRedirect(next: string | undefined): void {
  const isFirstPlace = useIsFirstPlace();
  const navigate = useNavigate();
  const check = useCallback(async () => {
    const outcome = await request<SessionResponse>("GET", endpoints.session);
    if (outcome.ok && outcome.data.signedIn) {
      await navigate(next ?? paths.profile, { replace: true });
    }
  }, [navigate, next]);
  useEffect(() => {
    if (!isFirstPlace) void check();
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void check();
    };
    addEventListener("pageshow", onPageShow);
    return () => removeEventListener("pageshow", onPageShow);
  }, [isFirstPlace, check]);
}

/**
 * Looks whether a log-in that went through has stayed with the browser: without cookies the
 * next page would lead back to the log-in, and say nothing.
 */
export async function verifySession(
  outcome: Outcome<LoginResponse>,
): Promise<Outcome<LoginResponse>> {
  if (!outcome.ok || outcome.data.state !== "signed-in") return outcome;
  const session = await request<SessionResponse>("GET", endpoints.session);
  if (!session.ok || session.data.signedIn) return outcome;
  return { ok: false, error: { code: "no-cookies", message: noCookies } };
}

/**
 * The mailed link that opened a page.
 * @param served what the server put into the page
 * @param purpose what the link is for, as in "a new link for your password"
 */
export function useMailedLink(served: FormState | null, purpose: string) {
  const isServed = served?.step === authDone;
  const [state, setState] = useState<"open" | "done" | "spent">(isServed ? "done" : "open");
  const isUnchecked = useServedNotice() !== undefined && served === null;
  const token = state === "open" ? served?.extras?.[authExtras.token] : undefined;
  return {
    /** The server drew the end of it already. */
    isServed,
    isDone: state === "done",
    /** It was good when the page came, and is not any more. */
    isSpent: state === "spent",
    /** What the page says once the link has done its work, or cannot; undefined before. */
    headingOf: (done: string) => {
      if (state === "done") return done;
      if (isUnchecked) return "We cannot check your link right now";
      return state === "spent" || !token ? `You need a new link for ${purpose}` : undefined;
    },
    /** The server could not look it up: it may be as good as ever. */
    isUnchecked,
    /** Its token, while there is something to do with it. */
    token,
    /** The form is done; a reload says so again. */
    finish() {
      history.replaceState(history.state, "", `?${authDone}`);
      setState("done");
    },
    /** The alert of a refusal; a link that is spent takes its form along. */
    closeOf: ({ code, close }: ShownError) =>
      code === "link-expired" ? () => setState("spent") : close,
  };
}
