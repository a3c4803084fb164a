import { matchRoutes, type RouteObject } from "react-router";

let table: RouteObject[] = [];

/** Says which pages there are; called once at start, because pages themselves hold links. */
export function registerRoutes(routes: RouteObject[]): void {
  table = routes;
}

/** Fetches the code behind an address when somebody points at its link. A failure shows on the press. */
export function preloadPage(path: string): void {
  for (const { route } of matchRoutes(table, path) ?? []) {
    if (typeof route.lazy === "function") route.lazy().catch(() => undefined);
  }
}

/** Asks once more for a page's code. @returns false when it fails again. */
export async function fetchPageAgain(path: string): Promise<boolean> {
  try {
    for (const { route } of matchRoutes(table, path) ?? []) {
      if (typeof route.lazy === "function") await route.lazy();
    }
    return true;
  } catch {
    return false;
  }
}
