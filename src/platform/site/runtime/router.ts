import type { ComponentType } from "react";
import { isAppLogin } from "../../contract/paths.ts";
import { findRoute, loadPage } from "./route-table.ts";

export interface Location {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  /** Unique for each history entry; "default" for entries that this router did not create. */
  readonly key: string;
}

type NavigationType = "POP" | "PUSH" | "REPLACE";

export interface RouterState {
  readonly location: Location;
  readonly navigationType: NavigationType;
  readonly isLoading: boolean;
  /** The page; undefined for an unknown path or if its code did not load. */
  readonly Page?: ComponentType | undefined;
  /** Why its code did not load. */
  readonly error?: unknown;
}

interface NavigateOptions {
  readonly replace?: boolean;
}

/** Navigates to a path of this site; resolves when its page is shown or failed to load. */
export type Navigate = (to: string, options?: NavigateOptions) => Promise<void>;

export function readLocation(): Location {
  const { pathname, search, hash } = window.location;
  return { pathname, search, hash, key: history.state?.key ?? "default" };
}

export function stateAt(
  location: Location,
  navigationType: NavigationType,
  error?: unknown,
): RouterState {
  const Page = error === undefined ? findRoute(location.pathname)?.Page : undefined;
  return { location, navigationType, isLoading: false, Page, error };
}

const storageName = "scroll-positions";

/** Entries from before hydration share the key "default", so their URL identifies them. */
function scrollKeyOf({ key, pathname, hash }: Location): string {
  return key === "default" ? pathname + hash : key;
}

/**
 * Navigates between pages without loading documents. The URL changes once the next page's code has
 * loaded; until then the current page stays. The latest navigation wins.
 */
export class BrowserRouter {
  #state: RouterState;
  #latest = 0;
  readonly #listeners = new Set<() => void>();
  readonly #positions: Record<string, number>;
  readonly #restoresFirst: boolean;

  /**
   * @param restoresFirst whether the first page was empty when the browser restored its position
   * @param error why the code of the first page did not load
   */
  constructor(restoresFirst: boolean, error?: unknown) {
    this.#state = stateAt(readLocation(), "POP", error);
    this.#restoresFirst = restoresFirst;
    this.#positions = JSON.parse(sessionStorage.getItem(storageName) ?? "{}");
    history.scrollRestoration = "manual";
    addEventListener("popstate", () => void this.#go(readLocation(), "POP", () => undefined));
    addEventListener("pagehide", () => {
      this.#rememberPosition();
      sessionStorage.setItem(storageName, JSON.stringify(this.#positions));
      // Until the next document is hydrated, the browser restores the position.
      history.scrollRestoration = "auto";
    });
  }

  readonly getState = (): RouterState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly navigate: Navigate = (to, { replace = false } = {}) => {
    const { href, pathname, search, hash } = new URL(to, window.location.href);
    // Not a page: it leads to an app.
    if (isAppLogin(pathname)) {
      window.location.assign(href);
      return new Promise<void>(() => undefined);
    }
    const key = `${Date.now()}.${this.#latest}`;
    return this.#go({ pathname, search, hash, key }, replace ? "REPLACE" : "PUSH", () => {
      if (replace) history.replaceState({ key }, "", href);
      else history.pushState({ key }, "", href);
    });
  };

  /**
   * Restores the scroll position of a history entry; without one, scrolls to the hash target or the
   * top. A prerendered first page is not scrolled: the reader may be touching it as it hydrates.
   */
  restorePosition(location: Location): void {
    if (this.#latest === 0 && !this.#restoresFirst) return;
    const position = this.#positions[scrollKeyOf(location)];
    const section = location.hash && document.getElementById(location.hash.slice(1));
    if (position !== undefined) scrollTo(0, position);
    else if (this.#latest === 0) return;
    else if (section) section.scrollIntoView();
    else scrollTo(0, 0);
  }

  async #go(location: Location, type: NavigationType, enter: () => void): Promise<void> {
    this.#latest += 1;
    const navigation = this.#latest;
    this.#rememberPosition();
    const error = await this.#load(location);
    if (navigation !== this.#latest) return;
    enter();
    this.#set(stateAt(location, type, error));
  }

  /** @returns the error if the page's code did not load */
  async #load({ pathname }: Location): Promise<unknown> {
    const route = findRoute(pathname);
    if (!route || route.Page) return undefined;
    this.#set({ ...this.#state, isLoading: true });
    try {
      await loadPage(route);
      return undefined;
    } catch (error) {
      return error;
    }
  }

  #rememberPosition(): void {
    this.#positions[scrollKeyOf(this.#state.location)] = scrollY;
  }

  #set(state: RouterState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
