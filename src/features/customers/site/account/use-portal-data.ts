import { useCallback, useEffect, useRef, useState } from "react";
import {
  type Endpoint,
  type NoBody,
  pathOf,
} from "../../../../platform/contract/define-endpoint.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { request } from "../../../../platform/site/runtime/api.ts";
import { forgetCustomer } from "../../../../platform/site/runtime/prefill-customer.ts";
import { useNavigate } from "../../../../platform/site/runtime/router-context.tsx";
import { watchReturn } from "./page-return.ts";

type PortalState<T> =
  /** `failed`: only logged; the reader may retry. */
  | { readonly state: "loading"; readonly failed: boolean; readonly busy: boolean }
  /** The URL names nothing that belongs to this person. */
  | { readonly state: "missing" }
  | { readonly state: "ready"; readonly data: T };

export type PortalData<T> = PortalState<T> & {
  /** Loads again; shown data stays until the response arrives. */
  readonly reload: () => Promise<void>;
};

/** Redirects to the sign-in page, which returns here. */
export function useLoginRedirect(): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    const { pathname, search } = location;
    // Two requests of one page may both report a missing session.
    if (pathname === paths.login) return;
    forgetCustomer();
    void navigate(`${paths.login}?next=${encodeURIComponent(pathname + search)}`, {
      replace: true,
    });
  }, [navigate]);
}

const waiting = { state: "loading", failed: false, busy: true } as const;
const failed = { state: "loading", failed: true, busy: false } as const;

/**
 * Loads data of the signed-in person. Nothing is cached: the next page loads it again. Without a
 * session it redirects to the sign-in page.
 */
export function usePortalData<T>(endpoint: Endpoint<NoBody, T>): PortalData<T> {
  const [load, setLoad] = useState<PortalState<T>>(waiting);
  const latestRequest = useRef(0);
  const redirectToLogin = useLoginRedirect();
  const redirect = useRef(redirectToLogin);
  useEffect(() => {
    redirect.current = redirectToLogin;
  });

  /** @param keepsData whether shown data stays after a failure */
  const ask = useCallback(
    async (keepsData: boolean) => {
      latestRequest.current += 1;
      const number = latestRequest.current;
      setLoad((last) => (last.state === "loading" ? { ...last, busy: true } : last));
      const outcome = await request(endpoint);
      if (number !== latestRequest.current) return;
      if (outcome.ok) {
        setLoad({ state: "ready", data: outcome.data });
      } else if (outcome.error.code === "not-signed-in") {
        setLoad(waiting);
        redirect.current();
      } else if (outcome.error.code === "not-found") {
        setLoad({ state: "missing" });
      } else {
        console.error(`${pathOf(endpoint)} did not load: ${outcome.error.code}`);
        setLoad((last) => (last.state === "ready" && keepsData ? last : failed));
      }
    },
    [endpoint],
  );

  useEffect(() => {
    setLoad(waiting);
    void ask(true);
    const endWatch = watchReturn(ask);
    return () => {
      latestRequest.current += 1;
      endWatch();
    };
  }, [ask]);

  const reload = useCallback(() => ask(true), [ask]);
  return { ...load, reload };
}
