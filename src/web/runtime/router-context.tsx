import { createContext, type ReactNode, use, useLayoutEffect, useSyncExternalStore } from "react";
import type { BrowserRouter, Location, Navigate, RouterState } from "./router.ts";

/** What pages may ask of the router around them. */
export interface RouterValue extends RouterState {
  readonly navigate: Navigate;
}

/** Null in an island, which lives outside the router of the page around it. */
export const RouterContext = createContext<RouterValue | null>(null);

/** @throws Error outside a router */
export function useRouter(): RouterValue {
  const router = use(RouterContext);
  if (!router) throw new Error("This part needs a router around it.");
  return router;
}

/** The address of the page and its step in the history. */
export function useLocation(): Location {
  return useRouter().location;
}

/** What goes to another page. */
export function useNavigate(): Navigate {
  return useRouter().navigate;
}

interface RouterProviderProps {
  readonly router: BrowserRouter;
  readonly children: ReactNode;
}

/** Gives the pages the browser's router. */
export function RouterProvider({ router, children }: RouterProviderProps) {
  const state = useSyncExternalStore(router.subscribe, router.getState, router.getState);
  const { location } = state;
  useLayoutEffect(() => router.restorePosition(location), [router, location]);
  return <RouterContext value={{ ...state, navigate: router.navigate }}>{children}</RouterContext>;
}
