/** Watchers whose recheck has not settled; while there are any, the page stays hidden. */
const pending = new Set<object>();

function updateVisibility(): void {
  const main = document.getElementById("main");
  if (main) main.hidden = pending.size > 0;
}

/**
 * Rechecks personal data when the page is shown again. The back/forward cache may restore a page
 * after a log-out, so the page is hidden when it is left and stays hidden until `recheck` has
 * settled. A tab that becomes visible again only reloads its data: someone may have
 * logged out or in elsewhere.
 * @param recheck `isInUse`: shown data may stay if the server is unreachable
 * @returns a function that stops watching
 */
export function watchReturn(recheck: (isInUse: boolean) => Promise<void>): () => void {
  const watcher = {};
  const onPageHide = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    pending.add(watcher);
    updateVisibility();
  };
  const finish = () => {
    pending.delete(watcher);
    updateVisibility();
  };
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) void recheck(false).then(finish);
  };
  const onVisible = () => {
    if (document.visibilityState === "visible" && pending.size === 0) void recheck(true);
  };
  addEventListener("pagehide", onPageHide);
  addEventListener("pageshow", onPageShow);
  document.addEventListener("visibilitychange", onVisible);
  return () => {
    removeEventListener("pagehide", onPageHide);
    removeEventListener("pageshow", onPageShow);
    document.removeEventListener("visibilitychange", onVisible);
    finish();
  };
}
