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
  // Watching the router from outside.
  "": [
    [/if \((init|opts\?)\.instrumentations\)/g, "if (false)"],
    [/= (React\$1\.(?:forwardRef|createContext)\()/g, "= /* @__PURE__ */ $1"],
    [/^\w+\.displayName = .*$/gm, ""],
  ],
  "router/router.js": [
    [
      /^\t\t(fetch|revalidate|getFetcher|resetFetcher|deleteFetcher: \w+|getBlocker|deleteBlocker|dispose|patchRoutes|_internalSetRoutes|_internalFetchControllers: \w+),$/gm,
      "",
    ],
    [/opts && opts\.submission && isMutationMethod\(opts\.submission\.formMethod\)/g, "false"],
    [/if \((!?)(?:isFogOfWar|init\.patchRoutesOnNavigation)\)/g, "if ($1false)"],
    [/!init\.patchRoutesOnNavigation\b/g, "true"],
    [/\bfuture\.unstable_customRouteDiscovery\b/g, "false"],
    [/if \(blockerKey\b/g, "if (false"],
    [/return runClientMiddlewarePipeline\(args, \(\) => defaultDataStrategy\(args\)\)/g, "return"],
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
