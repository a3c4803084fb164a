/**
 * Milliseconds after which loading a page's code counts as failed (SPEC 9). Not in facts.ts, since
 * the boot script imports only this.
 */
export const chunkTimeoutMs = 120_000;
