import type { Plugin } from "vite";

/** A piece of the router's code and what stands there instead. */
type Cut = readonly [piece: RegExp, instead: string];

/**
 * Parts of the router that nobody uses here and that the bundler cannot leave out by
 * itself: it does not know that making them has no effects, or that a branch is never
 * taken. We have no loaders, actions, fetchers, blockers, middleware or routes that are
 * found later; links and forms are our own.
 */
const cuts: Readonly<Record<string, readonly Cut[]>> = {
  // Watching the router from outside, and sentences for its developers.
  "": [
    [/if \((init|opts\?)\.instrumentations\)/g, "if (false)"],
    [/= (React\$1\.(?:forwardRef|createContext)\()/g, "= /* @__PURE__ */ $1"],
    [/^\w+\.displayName = .*$/gm, ""],
    [/^\t*warnOnce\(.*\);$/gm, ""],
    [/^(\t*invariant\([^"`\n]+), (?:"[^"\n]*"|`[^`\n]*`)\);$/gm, '$1, "");'],
  ],
  "router/router.js": [
    [
      /^\t\t(fetch|revalidate|getFetcher|resetFetcher|deleteFetcher: \w+|getBlocker|deleteBlocker|dispose|patchRoutes|_internalSetRoutes|_internalFetchControllers: \w+),$/gm,
      "",
    ],
    // Routes that are found later.
    [/if \((!?)(?:isFogOfWar|init\.patchRoutesOnNavigation)\)/g, "if ($1false)"],
    [/!init\.patchRoutesOnNavigation\b/g, "true"],
    [/\bfuture\.unstable_customRouteDiscovery\b/g, "false"],
    // Forms, actions and loaders, and what they may answer.
    [/opts && opts\.submission && isMutationMethod\(opts\.submission\.formMethod\)/g, "false"],
    [/if \(!opts \|\| !isSubmissionNavigation\(opts\)\) return \{ path \}/g, "return { path }"],
    [/let isAction = isMutationMethod\(request\.method\)/g, "let isAction = false"],
    [/let handler = isAction \? match\.route\.action : match\.route\.loader/g, "let handler"],
    [/!routeHasLoaderOrMiddleware\(route\)/g, "true"],
    [/if \(forceShouldLoad !== null\) return/g, "return"],
    [/if \((?:isResponse|isDataWithResponseInit)\(result\)\)/g, "if (false)"],
    [/findRedirect\((?:loader|fetcher)Results\)/g, "void 0"],
    [/fetchLoadMatches\.forEach\(\(f, key\) => \{/g, "$& return;"],
    // Middleware, blockers, masks and view transitions.
    [/return runClientMiddlewarePipeline\(args, \(\) => defaultDataStrategy\(args\)\)/g, "return"],
    [
      /let runClientMiddleware = isStaticHandler \?/g,
      "let runClientMiddleware = true ? void 0 : isStaticHandler ?",
    ],
    [/= shouldBlockNavigation\(/g, "= ("],
    [/if \((?:blockerKey\b|opts\?\.mask\b)/g, "if (false"],
    [/if \(isBrowser\) \{(?=\s+restoreAppliedTransitions)/g, "if (false) {"],
    [/if \(pendingAction === "POP" && !isUninterruptedRevalidation &&/g, "if (false &&"],
    [/else if \(pendingViewTransitionEnabled\)/g, "else if (false)"],
  ],
  "lib/components.js": [
    [/if \(!viewTransitionOpts \|\| !isViewTransitionAvailable\) \{/g, "{"],
    [/if \(vtContext\.isTransitioning && !vtContext\.flushSync\)/g, "if (false)"],
    [/if \(renderDfd && pendingState &&/g, "if (false &&"],
    [/if \(!vtContext\.isTransitioning && interruption\)/g, "if (false)"],
  ],
};

/** Spares every reader the weight of what is never run. @throws Error when a piece is not found */
export const slimRouter: Plugin = {
  name: "slim-router",
  apply: (_config, { isSsrBuild }) => isSsrBuild !== true,
  transform: {
    filter: { id: /react-router\/dist\/production\/lib\// },
    handler(code, id) {
      let slim = code;
      for (const [file, list] of Object.entries(cuts)) {
        if (!id.endsWith(file)) continue;
        for (const [piece, instead] of list) {
          if (file && !new RegExp(piece).test(slim))
            this.error(`The router has no ${piece} any more.`);
          slim = slim.replace(piece, instead);
        }
      }
      return slim;
    },
  },
};
