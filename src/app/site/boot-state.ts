/** What the boot script leaves for React, on `window.boot`. */
export interface BootState {
  /** `performance.now()` when the page's first script ran. */
  readonly loadedAt: number;
  /** Called by React once its listeners are attached; replays the held events. */
  ready(): void;
}

declare global {
  interface Window {
    boot: BootState;
  }
}

/** Id of the alert in which the boot script says that React did not load. */
export const bootFailureId = "boot-failure";
