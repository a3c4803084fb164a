/** What the boot script leaves for React, on `window.boot`. */
export interface BootState {
  /** `performance.now()` when the page's first script ran. */
  readonly loadedAt: number;
  /** Called by React once the page listens: what woke it is then replayed. */
  ready(): void;
}

declare global {
  interface Window {
    boot: BootState;
  }
}

/** The element in which the boot script says that React did not come. */
export const bootFailureId = "boot-failure";
