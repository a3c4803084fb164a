import { createContext, type ReactNode, use } from "react";
import {
  type Navigate,
  readLocation,
  stateAt,
} from "../../../../../platform/site/runtime/router.ts";
import { RouterContext } from "../../../../../platform/site/runtime/router-context.tsx";

const navigate: Navigate = async (to, { replace = false } = {}) => {
  if (replace) location.replace(to);
  else location.assign(to);
};

/** Whether navigation loads a document, which loses everything kept in memory. */
export const NewDocumentContext = createContext(false);

/** Lets an island use the router's hooks, because islands render outside the site's router. */
export function IslandRouter({ children }: { children: ReactNode }) {
  if (use(RouterContext)) return children;
  return (
    <NewDocumentContext value={true}>
      <RouterContext value={{ ...stateAt(readLocation(), "POP"), navigate }}>
        {children}
      </RouterContext>
    </NewDocumentContext>
  );
}
