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
 * and forms are our own; the site stands at the root of its address.
 */
const answers: Readonly<Record<string, Answers>> = {
  "router/router.js": {
    // Loaders, actions and what they may answer.
    routeHasLoaderOrMiddleware: "false",
    isSubmissionNavigation: "false",
    isMutationMethod: "false",
    isResponse: "false",
    isDataWithResponseInit: "false",
    isRedirectResult: "false",
    isRedirectDataStrategyResult: "false",
    findRedirect: "void 0",
    hasNakedIndexQuery: "false",
    getActionDataForCommit: "({})",
    getUpdatedActionData: "void 0",
    getSubmissionFromNavigation: "void 0",
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
  "router/utils.js": {
    isUnsupportedLazyRouteFunctionKey: "false",
    isIndexRoute: "false",
    stripBasename: "pathname",
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
    [/^\t\t_internalSetState\w+\(newState\) \{\n.*\n\t\t\}$/m, ""],
    [
      /^\t(?:get )?(?:setRoutes|setHmrRoutes|commitHmrRoutes|hasHMRRoutes)\(.*\) \{\n[\s\S]*?^\t\}$/gm,
      "",
    ],
    [/^\t\tdataRoutes\.commitHmrRoutes\(\);$/m, ""],
    [/this\.#hmrRoutes \?\? /, ""],
    // Routes that are found later, and the matcher that is not ours.
    [/if \((!?)isFogOfWar\)/g, "if ($1false)"],
    [/initialMatches == null && !init\.patchRoutesOnNavigation/, "initialMatches == null"],
    [/if \(!initialMatches\) \{/, "if (false) {"],
    [/!initialMatches\.some\(\(m\) => routeHasLoaderOrMiddleware\(m\.route\)\)/, "true"],
    [/\bfuture\.unstable_(?:customRouteDiscovery|routePatternMatching)\b/g, "false"],
    [/if \(pendingDiscoveryCancellation\) /g, "if (false) "],
    // Forms, actions and loaders, and what they may answer.
    [/if \(opts && opts\.pendingError\)/, "if (false)"],
    [/\bopts && opts\.(?:submission|fetcherSubmission)\b/g, "void 0"],
    [/if \(submission\) return/g, "if (false) return"],
    [/\bopts && opts\.overrideNavigation \?/, "false ?"],
    [/\bpendingActionResult (&&|\?)/g, "false $1"],
    [/if \(pendingError !== void 0/g, "if (false"],
    [/if \(newState\.actionData\)/, "if (false)"],
    [/init\.getContext \? await init\.getContext\(\) : new RouterContextProvider\(\)/g, "void 0"],
    [/let handler = isAction \? match\.route\.action : match\.route\.loader/g, "let handler"],
    [/if \(forceShouldLoad !== null\) return/g, "return"],
    [/if \(typeof route\.lazy === "function"\)/g, "if (true)"],
    [/if \(status === 40[035]\)/g, "if (false)"],
    [/if \(!isMutationMethod\(request\.method\)\) for/, "if (false) for"],
    [/^\t*if \(result\.headers\) loaderHeaders\[id\] = .*$/gm, ""],
    [/^\t*if \(result\.statusCode && .*$/gm, ""],
    [/^\t\turl: createDataFunctionUrl\(.*\),\n\t\tpattern: .*,\n\t\tparams: .*,$/m, ""],
    [/let pattern = getRoutePattern\(matches\)/g, "let pattern"],
    [/if \(matches\.some\(\(m\) => m\._lazyPromises\?\.middleware\)\)/, "if (false)"],
    [/ && !dsMatches\.some\(\(m\) => m\.route\.middleware .*(?= && revalidatingFetchers)/, ""],
    [
      /let runClientMiddleware = isStaticHandler \?/g,
      "let runClientMiddleware = true ? void 0 : isStaticHandler ?",
    ],
    [/^\t\tshouldCallHandler\(defaultShouldRevalidate\) \{\n[\s\S]*?^\t\t\},$/m, ""],
    [/isUsingNewApi \|\| shouldLoad \|\| handlerOverride/, "shouldLoad || false"],
    [/let isMiddlewareOnlyRoute = /, "let isMiddlewareOnlyRoute = false && "],
    // Loading again what is shown already.
    [/\(opts && opts\.startUninterruptedRevalidation\) === true/, "false"],
    [/(?<![\w.])isUninterruptedRevalidation(?! =)/g, "false"],
    [/!isRevalidationRequired && /, ""],
    [/initialHydration === true, isRevalidationRequired,/, "initialHydration === true, false,"],
    [/^\t+pending(?:PopstateNavigation|Revalidation)Dfd(?:\?\.| =).*$/gm, ""],
    // Fetchers.
    [/redirect = findRedirect\(fetcherResults\)/g, "redirect"],
    [/fetchLoadMatches\.forEach\(\(f, key\) => \{/g, "$& return;"],
    [/^\t+revalidatingFetchers\.(?:forEach|filter)\([\s\S]*?^\t+\}\);$/gm, ""],
    [/revalidatingFetchers\.length > 0/g, "false"],
    [/revalidatingFetchers\.length === 0/g, "true"],
    [/^\t+if \(pendingNavigationController\) .*EventListener.*$/gm, ""],
    [/let unmountedFetchers = \[\];\n[\s\S]*?(?=\[\.\.\.subscribers\])/, ""],
    [/^\t+(?:deletedFetchers: unmountedFetchers,|(?:un)?mountedFetchers\.forEach\(.*)$/gm, ""],
    // Blockers, masks, view transitions, steps by number, and who watches errors.
    [/if \((?:blockerKey\b|unblockBlockerHistoryUpdate\b|opts\?\.mask\b)/g, "if (false"],
    [/if \(blockers\.size > 0 && /, "if (false && "],
    [/if \(typeof to === "number"\) \{/, "if (false) {"],
    [/\(opts && opts\.flushSync\) === true|\bopts\.flushSync === true/g, "false"],
    [/if \(isBrowser\) \{(?=\s+restoreAppliedTransitions)/g, "if (false) {"],
    [/if \(pendingAction === "POP" && !/, "if (false && !"],
    [/else if \(pendingViewTransitionEnabled\)/g, "else if (false)"],
    [/if \(basename !== "\/"\)/, "if (false)"],
    [/consumeInstrumentationClientResultMetaReceiver\(router\)/g, "void 0"],
    [/if \(opts\?\.instrumentationNavigateMetaReceiver\)/, "if (false)"],
    [/let newErrors = newState\.errors [\s\S]*?(?=if \(newState\.matches\))/, ""],
    [/^\t+newErrors,$/m, ""],
    [/if \(initialHydration && state\.errors\) \{\n\t+let newClientErrors/, "if (false) {let _"],
  ],
  "router/matcher.js": [
    [/^\tget matchCost\(\) \{\n[\s\S]*?^\t\}$/m, ""],
    [/^\t+(?:this\.)?#matchCost = .*$/gm, ""],
  ],
  "router/utils.js": [
    [/if \(route\.path === "" \|\| !route\.path\?\.includes\("\?"\)\)/, "if (true)"],
    // No two addresses of ours fit the same place, so none comes before another.
    [/^\trankRouteBranches\(branches\);$/m, ""],
    [/score: computeScore\(path, route\.index\),/, ""],
    [/\.replace\(\/\\\/:[\s\S]*?"\(\?:\/\$1\)\?"\)/, ""],
    [/if \(path\.endsWith\("\*"\)\) \{(?=\s+params\.push)/, "if (false) {"],
    [/meta\.matcher && meta\.compiledParams \?/, "true ?"],
    [/if \(!match && end && allowPartial && .*\) (?=match = )/, "if (false) "],
    [/params: compiledParams\.reduce\([\s\S]*?\}, \{\}\),/, "params: {},"],
    [/\.\.\.typeof updates\.lazy === "object" && updates\.lazy != null \?/, "...false ?"],
  ],
  "lib/hooks.js": [
    [/match\.route\.errorElement \|\| defaultErrorElement/, "match.route.errorElement"],
    // Components of a server, and what a frame around the routes may hear of errors.
    [/^\tstatic contextType = RSCRouterContext;$/m, ""],
    [/if \(this\.context\b/g, "if (false"],
    [/^\tif \(dataRouterContext && dataRouterContext\.static .*$/m, ""],
    [/dataRouterState && onErrorHandler \?/, "false ?"],
    [/if \(this\.props\.onError\)/, "if (false)"],
    [/return React\$1\.useMemo\(\(\) => outlet && .*$/m, "return outlet;"],
    [
      /matches && matches\.map\(\(match\) => Object\.assign\(\{\}, match, \{[\s\S]*?^\t\}\)\)/m,
      "matches",
    ],
    [/parentPathnameBase !== "\/"/g, "false"],
  ],
  "lib/components.js": [
    [/if \(!viewTransitionOpts \|\| !isViewTransitionAvailable\) \{/g, "{"],
    [
      /^\tReact\$1\.useEffect\(\(\) => \{\n\t\tif \((?:!?vtContext|renderDfd|state\.initialized)[\s\S]*?^\t\}, \[[^\]]*\]\);$/gm,
      "",
    ],
    [/^\t\ttransition,\n\t\trenderDfd,$/m, ""],
    [/^\tlet \[(?:pendingState|vtContext|renderDfd|transition|interruption), .*$/gm, ""],
    [/useTransitions = useIsRSCRouterContext\(\) \|\| useTransitions;/, "useTransitions = void 0;"],
    [/useTransitions === (?:true|false)/g, "false"],
    [/let \[state, setOptimisticState\] = useOptimistic\(_state\)/, "let state = _state"],
    [/^\t\tsetOptimisticState,$/m, ""],
    [/if \(reactDomFlushSyncImpl && flushSync\)/g, "if (false)"],
    [/^\t\tif \(newErrors && newState\.errors [\s\S]*?(?=^\t\twarnOnce|^\t\tlet isView)/m, ""],
    [/^\tlet handledErrors = .*$/m, ""],
    [/clientErrors\.get\(errors\)/, "null"],
    [/\|\| errors && newErrors && .*\)\) (?=setState)/, ") "],
    [/^\tlet (?:fetcherData = .*$|fetchersContext = React\$1\.useMemo\([\s\S]*?\]\);$)/gm, ""],
    // Nobody asks these two for anything.
    [
      /\S+ \S+ \S+ React\$1\.createElement\(FetchersContext\.Provider, .*?ViewTransitionContext\.Provider, \{ value: vtContext \}, ([\s\S]*?onError\n\t\}\)\))\)\)/,
      "$1",
    ],
    [/React\$1\.useContext\(FrameworkContext\)\?\.routeDiscoveryRuntime/, "void 0"],
  ],
  "dom/lib.js": [
    [/ \|\| parseHydrationData\(\)/g, ""],
    [/if \(isBrowser\) window\.__reactRouterVersion = .*$/m, ""],
    [/let remixContext = React\$1\.useContext\(FrameworkContext\);(?=\n\tlet \{ basename)/, ""],
    [/^\tlet ssrKey = React\$1\.useMemo\([\s\S]*?^\t\}, \[\]\);$/m, ""],
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
