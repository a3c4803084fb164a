import { StrictMode } from "react";
import { prerender } from "react-dom/static";
import { NewsletterForm } from "../../features/newsletter/site/newsletter-form.tsx";
import type { FormState } from "../../platform/contract/form-engine/submission.ts";
import { Shell } from "../../platform/site/layout/shell.tsx";
import { FormStateContext } from "../../platform/site/runtime/form-state.ts";
import { findRoute, loadPage, registerRoutes } from "../../platform/site/runtime/route-table.ts";
import { stateAt } from "../../platform/site/runtime/router.ts";
import { RouterContext } from "../../platform/site/runtime/router-context.tsx";
import { addAlias, listPages, routes } from "./routes.tsx";

registerRoutes(routes);

export const pages = listPages();

/** A rendered page: HTML of the head and of the root element. */
export interface RenderedPage {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

const aliases = new Set<string>();
const rootOpen = '<div id="root">';

/**
 * Renders a page: at build time for all visitors, at run time after a native form POST with the
 * state of that form.
 * @param alias the requested path, if it is an alias of the page
 */
export async function renderPage(
  path: string,
  formState?: FormState,
  alias = path,
): Promise<RenderedPage> {
  if (alias !== path && !aliases.has(alias)) {
    aliases.add(alias);
    addAlias(path, alias);
  }
  const route = findRoute(alias);
  if (route) await loadPage(route);
  const location = { pathname: alias, search: "", hash: "", key: "default" };
  const router = { ...stateAt(location, "POP"), navigate: async () => undefined };
  const { prelude } = await prerender(
    <StrictMode>
      <div id="root">
        <FormStateContext value={formState ?? null}>
          <RouterContext value={router}>
            <Shell footerForm={<NewsletterForm />} />
          </RouterContext>
        </FormStateContext>
      </div>
    </StrictMode>,
  );
  const html = await new Response(prelude).text();
  // React hoists title, meta and link elements before the root element.
  const split = html.indexOf(rootOpen);
  return {
    status: route ? 200 : 404,
    head: html.slice(0, split),
    body: html.slice(split),
  };
}
