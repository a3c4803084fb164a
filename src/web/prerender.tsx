import { StrictMode } from "react";
import { prerender } from "react-dom/static";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router";
import type { FormState } from "../contract/forms/submission.ts";
import { addAlias, listPages, routes } from "./routes.tsx";
import { FormStateContext } from "./runtime/form-state.ts";

/** The pages to render, for the build. */
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
 * @throws Error when a route answers with a redirect.
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
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(`http://localhost${alias}`));
  if (context instanceof Response) throw new Error(`${path} redirects`);
  const { prelude } = await prerender(
    <StrictMode>
      <div id="root">
        <FormStateContext value={formState ?? null}>
          <StaticRouterProvider
            router={createStaticRouter(handler.dataRoutes, context)}
            context={context}
            hydrate={false}
          />
        </FormStateContext>
      </div>
    </StrictMode>,
  );
  const html = await new Response(prelude).text();
  // React hoists title, meta and link elements before the root element.
  const split = html.indexOf(rootOpen);
  return {
    status: context.statusCode,
    head: html.slice(0, split),
    body: html.slice(split),
  };
}
