import type { ComponentType } from "react";

/** A page in the browser: where it stands and how its code comes. */
export interface Route {
  readonly path: string;
  /** React draws it after waking; any other page is kept as it was served. */
  readonly interactive: boolean;
  /** @throws Error "Loading chunk failed" */
  readonly load: () => Promise<ComponentType>;
  /** Once it is loaded, or was kept as it was served. */
  Page?: ComponentType;
}

let table: readonly Route[] = [];

/** Says which pages there are; called once at start, because pages themselves hold links. */
export function registerRoutes(routes: readonly Route[]): void {
  table = routes;
}

/** The page at a path, whatever its case and with or without a slash at its end. */
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

/** Asks for a page's code. @returns false when it does not come. */
export async function preloadPage(path: string): Promise<boolean> {
  const route = findRoute(path);
  try {
    if (route) await loadPage(route);
    return true;
  } catch {
    return false;
  }
}
