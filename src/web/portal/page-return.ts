/** Who still waits for the server's word before the page may show itself again. */
const waiting = new Set<object>();

function cover(): void {
  const main = document.getElementById("main");
  if (main) main.hidden = waiting.size > 0;
}

/**
 * A browser may keep a whole page in memory and show it again on Back, also after a
 * log-out. So the page is covered when it is left, and stays covered until `recheck`
 * has settled (DESIGN 11).
 * @returns what ends the watch
 */
export function watchReturn(recheck: () => Promise<void>): () => void {
  const watcher = {};
  const left = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    waiting.add(watcher);
    cover();
  };
  const uncover = () => {
    waiting.delete(watcher);
    cover();
  };
  const cameBack = ({ persisted }: PageTransitionEvent) => {
    if (persisted) void recheck().then(uncover);
  };
  addEventListener("pagehide", left);
  addEventListener("pageshow", cameBack);
  return () => {
    removeEventListener("pagehide", left);
    removeEventListener("pageshow", cameBack);
    uncover();
  };
}
