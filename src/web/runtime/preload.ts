import { matchRoutes, type RouteObject } from "react-router";

let siteRoutes: RouteObject[] = [];

/** Says which pages there are; called once at start, because pages themselves hold links. */
export function registerRoutes(routes: RouteObject[]): void {
  siteRoutes = routes;
}

/** Whether a page of this site stands at the path. */
export function isPage(path: string): boolean {
  return matchRoutes(siteRoutes, path) !== null;
}

/** Asks for a page's code. @returns false when it does not come. */
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
