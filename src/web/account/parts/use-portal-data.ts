import { useCallback, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../../contract/paths.ts";
import { request } from "../../runtime/api.ts";
import { forgetPerson } from "../../runtime/prefill-person.ts";
import { watchReturn } from "./page-return.ts";

/** Where the loading of a person's own data stands. */
type PortalState<T> =
  /** `failed`: it did not come, which only the log says (SPEC 8); the reader may load again. */
  | { readonly state: "loading"; readonly failed: boolean; readonly busy: boolean }
  /** There is nothing of this person's at the address. */
  | { readonly state: "missing" }
  | { readonly state: "ready"; readonly data: T };

/** A person's own data and the way to ask for it once more. */
export type PortalData<T> = PortalState<T> & {
  /** Asks again; what is shown stays until the answer is here. */
  readonly reload: () => Promise<void>;
};

/** Takes whoever is not signed in (any more) to the log-in page, which leads back here. */
export function useLoginRedirect(): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    const { pathname, search } = location;
    // Two parts of one page may both have heard that nobody is signed in.
    if (pathname === paths.login) return;
    forgetPerson();
    void navigate(`${paths.login}?next=${encodeURIComponent(pathname + search)}`, {
      replace: true,
    });
  }, [navigate]);
}

const waiting = { state: "loading", failed: false, busy: true } as const;
const failed = { state: "loading", failed: true, busy: false } as const;

/**
 * Loads data of the signed-in person. It lives in this page only: nothing is stored, and
 * the next page asks anew. Without a session the reader goes to the log-in page.
 * @param address one of `calls`, or an address below one
 */
export function usePortalData<T>(address: string): PortalData<T> {
  const [load, setLoad] = useState<PortalState<T>>(waiting);
  const latestRequest = useRef(0);
  const redirectToLogin = useLoginRedirect();
  const redirect = useRef(redirectToLogin);
  useEffect(() => {
    redirect.current = redirectToLogin;
  });

  /** @param mayKeep whether data at hand outlives a failure */
  const ask = useCallback(
    async (keepsData: boolean) => {
      latestRequest.current += 1;
      const number = latestRequest.current;
      setLoad((last) => (last.state === "loading" ? { ...last, busy: true } : last));
      const outcome = await request<T>("GET", address);
      if (number !== latestRequest.current) return;
      if (outcome.ok) {
        setLoad({ state: "ready", data: outcome.data });
      } else if (outcome.error.code === "not-signed-in") {
        setLoad(waiting);
        redirect.current();
      } else if (outcome.error.code === "not-found") {
        setLoad({ state: "missing" });
      } else {
        console.error(`${address} did not load: ${outcome.error.code}`);
        setLoad((last) => (last.state === "ready" && keepsData ? last : failed));
      }
    },
    [address],
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
