import { createContext, type ReactNode } from "react";
import { type Navigator, Router, useInRouterContext } from "react-router";

/** Outside the site's router a move is a new document. */
const navigator: Navigator = {
  createHref: (to) => (typeof to === "string" ? to : (to.pathname ?? "")),
  go: (steps) => history.go(steps),
  push: (to) => location.assign(navigator.createHref(to)),
  replace: (to) => location.replace(navigator.createHref(to)),
};

/** Whether a move is a new document, which takes along nothing that is kept in memory. */
export const NewDocumentContext = createContext(false);

/** Lets an island use the router's hooks: it lives outside the router of the page around it. */
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
