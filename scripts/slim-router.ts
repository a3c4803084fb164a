import type { Plugin } from "vite";

/** A piece of the router's code and what stands there instead. */
type Cut = readonly [piece: RegExp, instead: string];

/** Functions of a file of the router and what each of them always answers here. */
type Answers = Readonly<Record<string, string>>;

/**
 * Parts of the router that nobody uses here and that the bundler cannot leave out by
 * itself: it does not know that making them has no effects, or that a branch is never
 * taken. We have no loaders, actions, fetchers, blockers, middleware, view transitions or
 * routes that are found later; every address is written out, without parameters; links
 * and forms are our own. What saves less than 75 bytes is left as it is.
 */
const answers: Readonly<Record<string, Answers>> = {
  "router/router.js": {
    // Loaders, actions and what they may answer.
    routeHasLoaderOrMiddleware: "false",
    isSubmissionNavigation: "false",
    isMutationMethod: "false",
    isResponse: "false",
    isDataWithResponseInit: "false",
    findRedirect: "void 0",
    mergeLoaderData: "({})",
    defaultDataStrategyWithMiddleware: "defaultDataStrategy(args)",
    loadLazyRouteProperty: "void 0",
    // Fetchers.
    markFetchRedirectsDone: "false",
    abortStaleFetchLoads: "false",
    callLoadersAndMaybeResolveData:
      "({ loaderResults: await callDataStrategy(request, location, matches, scopedContext, null, initiator, navigationType) })",
    // Routes that are found later, and blockers.
    checkFogOfWar: "({ active: false, matches: null })",
    shouldBlockNavigation: "void 0",
  },
};

const cuts: Readonly<Record<string, readonly Cut[]>> = {
  // Watching the router from outside, and sentences for its developers.
  "": [
    [/if \((init|opts\?)\.instrumentations\)/g, "if (false)"],
    [/= (React\$1\.(?:forwardRef|createContext)\()/g, "= /* @__PURE__ */ $1"],
    [/^\w+\.displayName = .*$/gm, ""],
    [/^\t*warn(?:ing)?Once\(.*\);$/gm, ""],
    [/\bwarning\(.*\);$/gm, ";"],
    [/^\t*invariant\(.*\);$/gm, ""],
  ],
  "router/router.js": [
    [
      /^\t\t(fetch|revalidate|getFetcher|resetFetcher|deleteFetcher: \w+|getBlocker|deleteBlocker|dispose|patchRoutes|_internalSetRoutes|_internalFetchControllers: \w+),$/gm,
      "",
    ],
    // What the first page would load.
    [/!initialMatches\.some\(\(m\) => routeHasLoaderOrMiddleware\(m\.route\)\)/, "true"],
    // Forms, actions and loaders, and what they may answer.
    [/if \(opts && opts\.pendingError\)/, "if (false)"],
    [/init\.getContext \? await init\.getContext\(\) : new RouterContextProvider\(\)/g, "void 0"],
    [/let handler = isAction \? match\.route\.action : match\.route\.loader/g, "let handler"],
    [/if \(forceShouldLoad !== null\) return/g, "return"],
    [/if \(typeof route\.lazy === "function"\)/g, "if (true)"],
    [/if \(status === 40[035]\)/g, "if (false)"],
    [/if \(!isMutationMethod\(request\.method\)\) for/, "if (false) for"],
    [/^\t\turl: createDataFunctionUrl\(.*\),\n\t\tpattern: .*,\n\t\tparams: .*,$/m, ""],
    [
      /let runClientMiddleware = isStaticHandler \?/g,
      "let runClientMiddleware = true ? void 0 : isStaticHandler ?",
    ],
    [/^\t\tshouldCallHandler\(defaultShouldRevalidate\) \{\n[\s\S]*?^\t\t\},$/m, ""],
    // Fetchers.
    [/redirect = findRedirect\(fetcherResults\)/g, "redirect"],
    [/fetchLoadMatches\.forEach\(\(f, key\) => \{/g, "$& return;"],
    [/^\t+revalidatingFetchers\.(?:forEach|filter)\([\s\S]*?^\t+\}\);$/gm, ""],
    [/^\t+(?:deletedFetchers: unmountedFetchers,|(?:un)?mountedFetchers\.forEach\(.*)$/gm, ""],
    // Blockers, masks, view transitions, and who watches navigations.
    [/if \((?:blockerKey\b|unblockBlockerHistoryUpdate\b|opts\?\.mask\b)/g, "if (false"],
    [/if \(isBrowser\) \{(?=\s+restoreAppliedTransitions)/g, "if (false) {"],
    [/if \(opts\?\.instrumentationNavigateMetaReceiver\)/, "if (false)"],
  ],
  "router/utils.js": [
    [/if \(route\.path === "" \|\| !route\.path\?\.includes\("\?"\)\)/, "if (true)"],
    [/\.replace\(\/\\\/:[\s\S]*?"\(\?:\/\$1\)\?"\)/, ""],
    [/if \(!match && end && allowPartial && .*\) (?=match = )/, "if (false) "],
    [/params: compiledParams\.reduce\([\s\S]*?\}, \{\}\),/, "params: {},"],
  ],
  "lib/hooks.js": [
    [/match\.route\.errorElement \|\| defaultErrorElement/, "match.route.errorElement"],
    // Components of a server.
    [/if \(this\.context\b/g, "if (false"],
    [
      /matches && matches\.map\(\(match\) => Object\.assign\(\{\}, match, \{[\s\S]*?^\t\}\)\)/m,
      "matches",
    ],
  ],
  "lib/components.js": [
    [/if \(!viewTransitionOpts \|\| !isViewTransitionAvailable\) \{/g, "{"],
    [
      /^\tReact\$1\.useEffect\(\(\) => \{\n\t\tif \((?:!?vtContext|renderDfd|state\.initialized)[\s\S]*?^\t\}, \[[^\]]*\]\);$/gm,
      "",
    ],
    [/^\t\tif \(newErrors && newState\.errors [\s\S]*?(?=^\t\twarnOnce|^\t\tlet isView)/m, ""],
  ],
  "dom/lib.js": [
    [/ \|\| parseHydrationData\(\)/g, ""],
    [/if \(!remixContext \|\| remixContext\.isSpaMode\) return null/, "return null"],
  ],
};

function slim(code: string, id: string, fail: (piece: string) => never): string {
  let slimmed = code;
  for (const [file, list] of Object.entries(cuts)) {
    if (!id.endsWith(file)) continue;
    for (const [piece, instead] of list) {
      if (file && !new RegExp(piece).test(slimmed)) fail(`${piece}`);
      slimmed = slimmed.replace(piece, instead);
    }
  }
  for (const [file, list] of Object.entries(answers)) {
    if (!id.endsWith(file)) continue;
    for (const [name, answer] of Object.entries(list)) {
      const start = new RegExp(
        `(?:function ${name}\\(.*\\)|const ${name} = \\(.*\\) =>) \\{$`,
        "m",
      );
      if (!start.test(slimmed)) fail(name);
      slimmed = slimmed.replace(start, (found) => `${found} return ${answer};`);
    }
  }
  return slimmed;
}

/** Spares every reader the weight of what is never run. @throws Error when a piece is not found */
export const slimRouter: Plugin = {
  name: "slim-router",
  apply: (_config, { isSsrBuild }) => isSsrBuild !== true,
  transform: {
    filter: { id: /react-router\/dist\/production\/lib\// },
    handler(code, id) {
      return slim(code, id, (piece) => this.error(`The router has no ${piece} any more.`));
    },
  },
};
