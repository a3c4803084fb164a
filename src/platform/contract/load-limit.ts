/**
 * Milliseconds after which loading a page's code counts as failed. Not in facts.ts, since
 * the boot script imports only this.
 */
export const chunkTimeoutMs = 120_000;
