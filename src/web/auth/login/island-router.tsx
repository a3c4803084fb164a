import { createContext, type ReactNode } from "react";
import { type Navigator, Router, useInRouterContext } from "react-router";

/** Outside the site's router, navigation loads a document. */
const navigator: Navigator = {
  createHref: (to) => (typeof to === "string" ? to : (to.pathname ?? "")),
  go: (steps) => history.go(steps),
  push: (to) => location.assign(navigator.createHref(to)),
  replace: (to) => location.replace(navigator.createHref(to)),
};

/** Whether navigation loads a document, which loses everything kept in memory. */
export const NewDocumentContext = createContext(false);

/** Lets an island use the router's hooks, because islands render outside the site's router. */
export function IslandRouter({ children }: { children: ReactNode }) {
  if (useInRouterContext()) return children;
  const { pathname, search, hash } = location;
  const key: string = history.state?.key ?? "default";
  return (
    <NewDocumentContext value={true}>
      <Router location={{ pathname, search, hash, state: null, key }} navigator={navigator}>
        {children}
      </Router>
    </NewDocumentContext>
  );
}
