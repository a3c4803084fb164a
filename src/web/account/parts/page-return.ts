/** Who still waits for the server's word before the page may show itself again. */
const waiting = new Set<object>();

function cover(): void {
  const main = document.getElementById("main");
  if (main) main.hidden = waiting.size > 0;
}

/**
 * A browser may keep a whole page in memory and show it again on Back, also after a
 * log-out. So the page is covered when it is left, and stays covered until `recheck`
 * has settled (DESIGN 11). A window that was out of sight only is asked for anew: in
 * another one somebody may have logged out, or in.
 * @param recheck `isInUse`: what is shown may stay when the server cannot be asked
 * @returns what ends the watch
 */
export function watchReturn(recheck: (isInUse: boolean) => Promise<void>): () => void {
  const watcher = {};
  const onPageHide = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    waiting.add(watcher);
    cover();
  };
  const uncover = () => {
    waiting.delete(watcher);
    cover();
  };
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) void recheck(false).then(uncover);
  };
  const onVisible = () => {
    if (document.visibilityState === "visible" && waiting.size === 0) void recheck(true);
  };
  addEventListener("pagehide", onPageHide);
  addEventListener("pageshow", onPageShow);
  document.addEventListener("visibilitychange", onVisible);
  return () => {
    removeEventListener("pagehide", onPageHide);
    removeEventListener("pageshow", onPageShow);
    document.removeEventListener("visibilitychange", onVisible);
    uncover();
  };
}
