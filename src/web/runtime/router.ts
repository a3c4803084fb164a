import type { ComponentType } from "react";
import { findRoute, loadPage } from "./route-table.ts";

/** A place in the tab's history. */
export interface Location {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  /** Different for each step of the history; "default" for steps that the browser made itself. */
  readonly key: string;
}

type NavigationType = "POP" | "PUSH" | "REPLACE";

/** What is on the screen. */
export interface RouterState {
  readonly location: Location;
  readonly navigationType: NavigationType;
  /** The code of the next page is on its way. */
  readonly isLoading: boolean;
  /** The page; undefined when there is none at this address or its code did not come. */
  readonly Page?: ComponentType | undefined;
  /** Why its code did not come. */
  readonly error?: unknown;
}

interface NavigateOptions {
  /** Takes the place of the current step of the history. */
  readonly replace?: boolean;
}

/** Goes to an address of this site; resolves when its page is there or could not be had. */
export type Navigate = (to: string, options?: NavigateOptions) => Promise<void>;

/** Where the browser is, with the key that this router gave the place. */
export function readLocation(): Location {
  const { pathname, search, hash } = window.location;
  return { pathname, search, hash, key: history.state?.key ?? "default" };
}

/** What stands at a place whose code was loaded, or failed to load. */
export function stateAt(
  location: Location,
  navigationType: NavigationType,
  error?: unknown,
): RouterState {
  const Page = error === undefined ? findRoute(location.pathname)?.Page : undefined;
  return { location, navigationType, isLoading: false, Page, error };
}

const storageName = "scroll-positions";

/** Steps that the browser made before React woke all have the key "default". */
function placeOf({ key, pathname, hash }: Location): string {
  return key === "default" ? pathname + hash : key;
}

/**
 * Moves between pages without loading documents. The address changes once the next page's code
 * is there; until then the last page stays. The latest navigation wins.
 */
export class BrowserRouter {
  #state: RouterState;
  #latest = 0;
  readonly #listeners = new Set<() => void>();
  readonly #positions: Record<string, number>;

  /** @param error why the code of the first page did not come */
  constructor(error?: unknown) {
    this.#state = stateAt(readLocation(), "POP", error);
    this.#positions = JSON.parse(sessionStorage.getItem(storageName) ?? "{}");
    history.scrollRestoration = "manual";
    addEventListener("popstate", () => void this.#go(readLocation(), "POP", () => undefined));
    addEventListener("pagehide", () => {
      this.#rememberPosition();
      sessionStorage.setItem(storageName, JSON.stringify(this.#positions));
      // In the next document the browser's own is better than none until React wakes.
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
    const key = `${Date.now()}.${this.#latest}`;
    return this.#go({ pathname, search, hash, key }, replace ? "REPLACE" : "PUSH", () => {
      if (replace) history.replaceState({ key }, "", href);
      else history.pushState({ key }, "", href);
    });
  };

  /**
   * Scrolls to where the reader was at this place, else to the section that the address names,
   * else to the top. The first page stays where the browser shows it.
   */
  restorePosition(location: Location): void {
    const position = this.#positions[placeOf(location)];
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

  /** @returns the error when the page's code did not come */
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
    this.#positions[placeOf(this.#state.location)] = scrollY;
  }

  #set(state: RouterState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
