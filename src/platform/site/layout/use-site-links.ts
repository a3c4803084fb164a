import { useEffect } from "react";
import { paths, tokenPages } from "../../contract/paths.ts";
import { findRoute, preloadPage } from "../runtime/route-table.ts";
import { useNavigate } from "../runtime/router-context.tsx";

const portal = "/portal/";
let startedInPortal: boolean | undefined;

/**
 * Only a document that was served as a portal page has the opener policy that the payment window
 * needs, so links from public pages to the portal load a document.
 */
function entersPortal(pathname: string): boolean {
  return pathname.startsWith(portal) && !startedInPortal;
}

/** The server counts visits to the application pages and fills in saved answers: load a document. */
function entersApplying(pathname: string): boolean {
  return /^\/(care|pro)portal\//.test(pathname) && pathname !== location.pathname;
}

/** Help is served as documents, so that no page loads the code of its articles. */
function entersHelp(pathname: string): boolean {
  return pathname === paths.help || pathname.startsWith(`${paths.help}/`);
}

/** The server renders pages of personal links from their query: load a document. */
function showsServed({ pathname, search }: HTMLAnchorElement): boolean {
  return search !== location.search && tokenPages.some((page) => pathname.startsWith(`${page}/`));
}

/**
 * The link under an event if it opens a page of this site in this tab. Hash links included: the
 * router has to see each history entry, or Back restores the wrong scroll position.
 */
function siteLink(event: Event): HTMLAnchorElement | undefined {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link?.href || link.target || link.download || link.origin !== location.origin) return;
  const loadsDocument =
    entersPortal(link.pathname) ||
    entersApplying(link.pathname) ||
    entersHelp(link.pathname) ||
    showsServed(link);
  return findRoute(link.pathname) && !loadsDocument ? link : undefined;
}

function closePopoverAround(target: EventTarget | null): void {
  const link = target instanceof Element ? target.closest("a") : null;
  link?.closest<HTMLElement>("[popover]:popover-open")?.hidePopover();
}

function isPlainClick(event: MouseEvent): boolean {
  const { button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = event;
  return button === 0 && !(metaKey || ctrlKey || shiftKey || altKey || defaultPrevented);
}

/** The link that a click follows by client navigation; undefined if the browser follows it. */
export function followedLink(event: MouseEvent): HTMLAnchorElement | undefined {
  return isPlainClick(event) ? siteLink(event) : undefined;
}

/** Where a link leads within the site: path, query and section. */
export function targetOf({ pathname, search, hash }: HTMLAnchorElement): string {
  return pathname + search + hash;
}

/**
 * Client navigation for links of this site; preloads a page's code when its link is pointed at or
 * focused. Uses delegated listeners, because React does not render most of a static page.
 */
export function useSiteLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    startedInPortal ??= location.pathname.startsWith(portal);
    const follow = (event: MouseEvent) => {
      closePopoverAround(event.target);
      const link = followedLink(event);
      if (!link) return;
      event.preventDefault();
      void navigate(targetOf(link));
    };
    const preload = (event: Event) => {
      const link = siteLink(event);
      if (link) void preloadPage(link.pathname);
    };
    const intents = ["pointerover", "focusin", "touchstart"] as const;
    document.addEventListener("click", follow);
    for (const kind of intents) document.addEventListener(kind, preload, { passive: true });
    return () => {
      document.removeEventListener("click", follow);
      for (const kind of intents) document.removeEventListener(kind, preload);
    };
  }, [navigate]);
}
