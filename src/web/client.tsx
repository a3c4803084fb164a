import { StrictMode, useEffect } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { createBrowserRouter, matchRoutes, RouterProvider } from "react-router";
import { bootFailureId } from "./boot-state.ts";
import { freezePage } from "./frozen-page.tsx";
import { watchMotion } from "./page/still-pictures.ts";
import { addAlias, routes } from "./routes.tsx";
import { FormStateContext, readFormState } from "./runtime/form-state.ts";
import { islandsReady } from "./runtime/island.tsx";
import { registerRoutes } from "./runtime/preload.ts";

/** The current page is already rendered: without this the router would scroll to the top. */
const hydrationData = { loaderData: {} };

const root = document.getElementById("root") ?? document.body;

/**
 * Loads the current page's code before the router starts, so that React hydrates the prerendered
 * page instead of rendering a loading state.
 * @returns false if the code of a client-rendered page did not load: the router then retries and
 * shows the error
 * @throws Error "Loading chunk failed" if the code of a server-rendered page did not load
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

/** Tells the boot script once React listens to events. */
function App({ router }: { router: ReturnType<typeof createBrowserRouter> }) {
  useEffect(() => void islandsReady().then(() => window.boot.ready()), []);
  return <RouterProvider router={router} />;
}

const { twin } = document.documentElement.dataset;
if (twin) addAlias(twin, location.pathname);
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
  // After a retry or a late load: hydration must find the page as the server rendered it.
  document.getElementById(bootFailureId)?.remove();
  if (isPageReady && root.hasChildNodes()) {
    hydrateRoot(root, app);
  } else {
    root.replaceChildren();
    createRoot(root).render(app);
  }
}
