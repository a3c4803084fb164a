import { StrictMode, useEffect } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { createBrowserRouter, matchRoutes, RouterProvider } from "react-router";
import { bootFailureId } from "./boot-state.ts";
import { freezePage } from "./frozen-page.tsx";
import { watchMotion } from "./page/still-pictures.ts";
import { addAlias, routes } from "./routes.tsx";
import { FormStateContext, readFormState } from "./runtime/form-state.ts";
import { islandsAwake } from "./runtime/island.tsx";
import { registerRoutes } from "./runtime/preload.ts";

/** The page at hand is there already: without this the router would scroll it back to its top. */
const hydrationData = { loaderData: {} };

const root = document.getElementById("root") ?? document.body;

/**
 * Gets the page at hand ready before the router starts, so that React takes over the
 * prerendered page in place instead of drawing a loading state.
 * @returns false when the code of a page that waits for it did not come: the router then asks
 * again and shows the error
 * @throws Error "Loading chunk failed" when a page that the server drew works on without its code
 */
async function prepareCurrentPage(): Promise<boolean> {
  for (const { route } of matchRoutes(routes, location.pathname) ?? []) {
    if (typeof route.lazy !== "function") continue;
    const frozen = route.handle.interactive ? undefined : freezePage(root);
    try {
      Object.assign(route, frozen ? { Component: frozen } : await route.lazy(), {
        lazy: undefined,
      });
    } catch (error) {
      if (root.hasChildNodes() && !document.documentElement.dataset.wakes) throw error;
      return false;
    }
  }
  return true;
}

/** Tells the boot script that effects run, so events are heard. */
function App({ router }: { router: ReturnType<typeof createBrowserRouter> }) {
  useEffect(() => void islandsAwake().then(() => window.boot.ready()), []);
  return <RouterProvider router={router} />;
}

const { twin } = document.documentElement.dataset;
if (twin) addAlias(twin, location.pathname);
registerRoutes(routes);
watchMotion();

let starting: Promise<void> | undefined;

/**
 * Starts React on the page at hand, once; may be tried again when it failed. A function and not
 * the module itself: a page's code imports this module's neighbours, and would wait for it for ever.
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
  // Ends what the styles put off for the first paint (shell.module.css).
  document.documentElement.dataset.awake = "";
  const formState = readFormState();
  const isPageReady = await prepareCurrentPage();
  const app = (
    <StrictMode>
      <FormStateContext value={formState}>
        <App router={createBrowserRouter(routes, { hydrationData })} />
      </FormStateContext>
    </StrictMode>
  );
  // React came after all, asked again or late: it must find the page as the server drew it.
  document.getElementById(bootFailureId)?.remove();
  if (isPageReady && root.hasChildNodes()) {
    hydrateRoot(root, app);
  } else {
    root.replaceChildren();
    createRoot(root).render(app);
  }
}
