import type { ComponentType } from "react";

/** A page: its path and how to load its code. */
export interface Route {
  readonly path: string;
  /** Hydrated by React; other pages stay as they were served. */
  readonly interactive: boolean;
  /** @throws Error "Loading chunk failed" */
  readonly load: () => Promise<ComponentType>;
  /** The component, once loaded, or the served markup. */
  Page?: ComponentType;
}

let table: readonly Route[] = [];

/**
 * Sets the routes; called once at startup. Importing them here would be circular: pages contain
 * links, which need the routes.
 */
export function registerRoutes(routes: readonly Route[]): void {
  table = routes;
}

/** Finds the route of a path; ignores case and a trailing slash. */
export function findRoute(path: string): Route | undefined {
  const wanted = normalize(path);
  return table.find((route) => normalize(route.path) === wanted);
}

function normalize(path: string): string {
  return path.toLowerCase().replace(/(.)\/$/, "$1");
}

/** Loads a page's code, once. @throws Error "Loading chunk failed" */
export async function loadPage(route: Route): Promise<void> {
  route.Page ??= await route.load();
}

/** Loads a page's code ahead of navigation. @returns false if it did not load */
export async function preloadPage(path: string): Promise<boolean> {
  const route = findRoute(path);
  try {
    if (route) await loadPage(route);
    return true;
  } catch {
    return false;
  }
}
