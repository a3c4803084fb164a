import { StrictMode, useEffect } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { NewsletterForm } from "../../features/newsletter/site/newsletter-form.tsx";
import { Shell } from "../../platform/site/layout/shell.tsx";
import { watchMotion } from "../../platform/site/page/still-pictures.ts";
import { FormStateContext, readFormState } from "../../platform/site/runtime/form-state.ts";
import { islandsReady } from "../../platform/site/runtime/island.tsx";
import { findRoute, loadPage, registerRoutes } from "../../platform/site/runtime/route-table.ts";
import { BrowserRouter } from "../../platform/site/runtime/router.ts";
import { RouterProvider } from "../../platform/site/runtime/router-context.tsx";
import { bootFailureId } from "./boot-state.ts";
import { freezePage } from "./frozen-page.tsx";
import { addAlias, routes } from "./routes.tsx";

const root = document.getElementById("root") ?? document.body;

/**
 * Loads the current page's code first, so that React hydrates the prerendered page instead of
 * rendering a loading state.
 * @returns the error if the code of a client-rendered page did not load
 * @throws Error "Loading chunk failed" if the code of a server-rendered page did not load
 */
async function prepareCurrentPage(): Promise<unknown> {
  const route = findRoute(location.pathname);
  if (!route) return undefined;
  const frozen = route.interactive ? undefined : freezePage(root);
  if (frozen) route.Page = frozen;
  try {
    await loadPage(route);
    return undefined;
  } catch (error) {
    if (root.hasChildNodes() && !document.documentElement.dataset.eager) throw error;
    return error;
  }
}

/** Tells the boot script once React listens to events. */
function App({ router }: { router: BrowserRouter }) {
  useEffect(() => void islandsReady().then(() => window.boot.ready()), []);
  return (
    <RouterProvider router={router}>
      <Shell footerForm={<NewsletterForm />} />
    </RouterProvider>
  );
}

const { alias } = document.documentElement.dataset;
if (alias) addAlias(alias, location.pathname);
registerRoutes(routes);
watchMotion();

let starting: Promise<void> | undefined;

/**
 * Starts React on the current page, once; can be retried after a failure. A function and not a
 * top-level await: page chunks import modules of this chunk and would deadlock.
 * @throws Error "Loading chunk failed"
 */
export function start(): Promise<void> {
  starting ??= startReact().catch((error: unknown) => {
    starting = undefined;
    throw error;
  });
  return starting;
}

async function startReact(): Promise<void> {
  // Ends the deferred rendering of the first paint (shell.module.css).
  document.documentElement.dataset.ready = "";
  const formState = readFormState();
  const error = await prepareCurrentPage();
  const hydrates = error === undefined && root.hasChildNodes();
  // A reload or Back: after a link, the position belongs to an earlier visit of the page.
  const restoresPosition = !hydrates && performance.navigation.type !== 0;
  const app = (
    <StrictMode>
      <FormStateContext value={formState}>
        <App router={new BrowserRouter(restoresPosition, error)} />
      </FormStateContext>
    </StrictMode>
  );
  // After a retry or a late load: hydration must find the page as the server rendered it.
  document.getElementById(bootFailureId)?.remove();
  if (hydrates) {
    hydrateRoot(root, app);
  } else {
    root.replaceChildren();
    createRoot(root).render(app);
  }
}
