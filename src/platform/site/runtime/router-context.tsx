import { createContext, type ReactNode, use, useLayoutEffect, useSyncExternalStore } from "react";
import type { BrowserRouter, Location, Navigate, RouterState } from "./router.ts";

export interface RouterValue extends RouterState {
  readonly navigate: Navigate;
}

/** Null in an island, because islands render outside the site's router. */
export const RouterContext = createContext<RouterValue | null>(null);

/** @throws Error outside a router */
export function useRouter(): RouterValue {
  const router = use(RouterContext);
  if (!router) throw new Error("useRouter needs a RouterProvider.");
  return router;
}

export function useLocation(): Location {
  return useRouter().location;
}

export function useNavigate(): Navigate {
  return useRouter().navigate;
}

interface RouterProviderProps {
  readonly router: BrowserRouter;
  readonly children: ReactNode;
}

export function RouterProvider({ router, children }: RouterProviderProps) {
  const state = useSyncExternalStore(router.subscribe, router.getState, router.getState);
  const { location } = state;
  useLayoutEffect(() => router.restorePosition(location), [router, location]);
  return <RouterContext value={{ ...state, navigate: router.navigate }}>{children}</RouterContext>;
}
