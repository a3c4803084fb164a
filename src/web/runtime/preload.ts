import { matchRoutes, type RouteObject } from "react-router";

let siteRoutes: RouteObject[] = [];

/** Registers the routes at start; a parameter, because an import would be circular. */
export function registerRoutes(routes: RouteObject[]): void {
  siteRoutes = routes;
}

/** Whether the path belongs to a page of this site. */
export function isPage(path: string): boolean {
  return matchRoutes(siteRoutes, path) !== null;
}

/** Loads a page's code. @returns false if it does not load */
export async function preloadPage(path: string): Promise<boolean> {
  try {
    for (const { route } of matchRoutes(siteRoutes, path) ?? []) {
      if (typeof route.lazy === "function") await route.lazy();
    }
    return true;
  } catch {
    return false;
  }
}
