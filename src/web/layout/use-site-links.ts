import { useEffect } from "react";
import { useNavigate } from "react-router";
import { isPage, preloadPage } from "../runtime/preload.ts";

/** Pages of people who are signed in stand below this address. */
const portal = "/portal/";
let startedInPortal: boolean | undefined;

/**
 * A window may be watched on its way to another site only by a document that was served
 * as a portal page (DESIGN 6), so the way in from outside loads one.
 */
function entersPortal(pathname: string): boolean {
  return pathname.startsWith(portal) && !startedInPortal;
}

/** The server counts visits to the pages on applying, and puts what was typed before into them. */
function entersApplying(pathname: string): boolean {
  return /^\/(care|pro)portal\//.test(pathname) && pathname !== location.pathname;
}

/**
 * The link under an event when it leads to a page of this site, in this tab. Sections of
 * the page at hand too: the router has to know each step, or Back loses its place.
 */
function siteLink(event: Event): HTMLAnchorElement | undefined {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link?.href || link.target || link.download || link.origin !== location.origin) return;
  return isPage(link.pathname) && !entersPortal(link.pathname) && !entersApplying(link.pathname)
    ? link
    : undefined;
}

/** A link inside a note leads away from it, so the note closes. */
function closePopoverAround(target: EventTarget | null): void {
  const link = target instanceof Element ? target.closest("a") : null;
  link?.closest<HTMLElement>("[popover]:popover-open")?.hidePopover();
}

function isPlainPress(event: MouseEvent): boolean {
  const { button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = event;
  return button === 0 && !(metaKey || ctrlKey || shiftKey || altKey || defaultPrevented);
}

/**
 * Follows links inside the site without loading a document, and fetches the code of a
 * page when somebody points at its link. Listens in one place, because most of a page
 * is text that React never needs to touch.
 */
export function useSiteLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    startedInPortal ??= location.pathname.startsWith(portal);
    const follow = (event: MouseEvent) => {
      closePopoverAround(event.target);
      const link = isPlainPress(event) ? siteLink(event) : undefined;
      if (!link) return;
      event.preventDefault();
      void navigate(link.pathname + link.search + link.hash);
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
